"""From a typed, documented function to a tool the model can call, and from a call to a checked, receipted result."""
