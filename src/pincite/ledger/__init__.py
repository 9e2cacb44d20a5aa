"""What was seen and done in a chat, as an append-only chain of entries; knows no law.

`entries` says what an entry is and how it is hashed, `chain` verifies a chain, `checkpoint` is what is handed out so that
an older copy cannot pass for the whole, `state` replays a chain, `evidence` is a row that an answer may cite, `port` is
what a store must do. Storage lives in `storage.sqlite.ledger` and `storage.postgres.ledger`.
"""
