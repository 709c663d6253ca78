"""Invented tools: what carries over to tools never seen. Types, parallel calls, look-alikes, abstention."""
