"""Word problems from templates, with exact answers."""
