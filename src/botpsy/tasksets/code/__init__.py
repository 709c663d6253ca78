"""Small programming tasks, judged by running them."""
