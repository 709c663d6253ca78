"""Claw-shaped tasks of our own: long office tasks with tools that fail and mails that give orders."""
