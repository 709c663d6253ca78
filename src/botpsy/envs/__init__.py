"""Episodes: an environment, the one loop that plays it, a simulated user, and verifiers."""
