"""The home and the phone itself: lights, climate, locks, media, alarms, settings."""
