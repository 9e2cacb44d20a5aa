"""PostgreSQL behind the ports; needs the extra `postgres`."""
