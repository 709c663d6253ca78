"""Long office tasks over several apps at once, judged by the state that is left and by what was said."""
