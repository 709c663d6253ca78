"""Settings of all tests."""

from hypothesis import settings

# on a shared machine one example may take a second; how long a test takes is pytest's to say
settings.register_profile("botpsy", deadline=None)
settings.load_profile("botpsy")
