"""Pages, news, weather and opening hours to look up, and bookmarks to keep."""
