"""BotPsy: a small model becomes a private assistant that calls tools on the person's own device."""

__version__ = "0.1.0"
