"""Answers that must be JSON of a schema."""
