"""Mail: folders, reading, answering, forwarding and drafts."""
