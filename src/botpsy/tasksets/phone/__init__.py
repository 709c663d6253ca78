"""Everyday requests on calendar and contacts: worlds, requests in many forms, references and verification."""
