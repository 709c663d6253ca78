"""The service desk of a shop, a phone company and a bank, as its agent sees it."""
