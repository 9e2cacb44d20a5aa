"""Evidence numbering, placeholder expansion, audit, references. The ledger issue fills this room."""
