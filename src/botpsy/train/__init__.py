"""Training: samples in, checkpoint out. One trainer, fed by signals; only here and in `export` is torch imported."""
