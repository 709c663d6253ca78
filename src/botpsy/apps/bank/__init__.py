"""A bank account, with what hangs on it."""
