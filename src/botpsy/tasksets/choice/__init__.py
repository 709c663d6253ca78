"""Multiple choice with shuffled options."""
