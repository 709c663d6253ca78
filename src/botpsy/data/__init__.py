"""Data: trajectories generated from tasks, converters of public sets, masking and mixing. Never a benchmark."""
