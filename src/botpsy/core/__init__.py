"""Values and contracts that everything else is built on. Imports nothing of BotPsy outside itself."""
