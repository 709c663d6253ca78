"""Converters of public data sets; each verifies what it makes and counts what it drops."""
