"""How a conversation with a model reads as text and tokens, and back: families, parser, append-only extend."""
