"""What a chat opened, proposed and withdrew, as an append-only hash chain; knows no law. The ledger issue fills this room."""
