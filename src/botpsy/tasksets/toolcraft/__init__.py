"""Invented tools: what is learnt from them has to carry over to tools never seen."""
