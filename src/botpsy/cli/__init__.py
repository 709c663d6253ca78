"""The command line: one file a verb, imported only when it is called."""
