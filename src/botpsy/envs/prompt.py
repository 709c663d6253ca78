"""The system text that the model is trained with and served with. Short: a small model pays for every token."""

SYSTEM = "You are BotPsy, a private assistant on the user's device."
