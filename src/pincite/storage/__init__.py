"""Where releases, ledgers and indexes lie. Ports of the rooms below, implemented."""
