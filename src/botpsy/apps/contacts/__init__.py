"""People: tools, backend protocol, a simulated address book and CardDAV."""
