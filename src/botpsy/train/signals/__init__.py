"""A signal yields TrainSamples; the trainer knows nothing else of where they come from."""
