"""The assistant people use: settings, policy, journal, and a session that serves requests with the one loop."""
