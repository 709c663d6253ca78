"""Documents in folders, a bin, and the space they take."""
