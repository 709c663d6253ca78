"""The car: climate, doors and windows, seats, charging, navigation."""
