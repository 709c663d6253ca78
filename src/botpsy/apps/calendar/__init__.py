"""Events: tools, backend protocol, a simulated calendar and CalDAV."""
