"""One folder a domain. `tools.py` is what the model sees, `backend.py` what the tools call, `simulated.py` the world
that training happens in, and beside it the real backend."""
