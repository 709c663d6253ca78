"""Text messages with people and groups."""
