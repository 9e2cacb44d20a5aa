-- The chain. One row an entry; nothing here is ever changed or deleted.
CREATE TABLE entries (
  tenant TEXT NOT NULL,
  matter TEXT NOT NULL,
  chat TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  kind TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 0),
  at TEXT NOT NULL,
  commitment BLOB NOT NULL CHECK (length(commitment) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (tenant, chat, seq),
  UNIQUE (tenant, chat, prev)
) STRICT, WITHOUT ROWID;

-- an evidence number is given once in a chat
CREATE UNIQUE INDEX evidence_numbers ON entries (tenant, chat, number) WHERE number > 0;

-- What the commitments are of; kept apart so that it can be erased.
CREATE TABLE payloads (
  tenant TEXT NOT NULL,
  chat TEXT NOT NULL,
  seq INTEGER NOT NULL,
  salt BLOB NOT NULL CHECK (length(salt) = 32),
  payload BLOB NOT NULL,
  PRIMARY KEY (tenant, chat, seq),
  FOREIGN KEY (tenant, chat, seq) REFERENCES entries (tenant, chat, seq)
) STRICT, WITHOUT ROWID;

-- Which payloads were erased, and by which entry of the chain.
CREATE TABLE erasures (
  tenant TEXT NOT NULL,
  chat TEXT NOT NULL,
  seq INTEGER NOT NULL,
  by_seq INTEGER NOT NULL CHECK (by_seq > seq),
  PRIMARY KEY (tenant, chat, seq),
  FOREIGN KEY (tenant, chat, seq) REFERENCES entries (tenant, chat, seq),
  FOREIGN KEY (tenant, chat, by_seq) REFERENCES entries (tenant, chat, seq)
) STRICT, WITHOUT ROWID;

-- An entry follows the last one of its chat, in the same matter. This also stops INSERT OR REPLACE, which would
-- delete a row without any trigger on deletion.
CREATE TRIGGER entries_follow BEFORE INSERT ON entries
BEGIN
  SELECT RAISE(ABORT, 'an entry of a ledger is never replaced')
  WHERE EXISTS (SELECT 1 FROM entries WHERE tenant = NEW.tenant AND chat = NEW.chat AND seq = NEW.seq);
  SELECT RAISE(ABORT, 'an entry of a ledger follows the last one of its chat')
  WHERE NEW.seq > 1 AND NOT EXISTS (
    SELECT 1 FROM entries
    WHERE tenant = NEW.tenant AND chat = NEW.chat AND seq = NEW.seq - 1 AND hash = NEW.prev AND matter = NEW.matter
  );
END;

CREATE TRIGGER entries_unchanged BEFORE UPDATE ON entries
BEGIN
  SELECT RAISE(ABORT, 'an entry of a ledger is never changed');
END;

CREATE TRIGGER entries_kept BEFORE DELETE ON entries
BEGIN
  SELECT RAISE(ABORT, 'an entry of a ledger is never deleted');
END;

CREATE TRIGGER payloads_once BEFORE INSERT ON payloads
BEGIN
  SELECT RAISE(ABORT, 'a payload of a ledger is never replaced')
  WHERE EXISTS (SELECT 1 FROM payloads WHERE tenant = NEW.tenant AND chat = NEW.chat AND seq = NEW.seq)
     OR EXISTS (SELECT 1 FROM erasures WHERE tenant = NEW.tenant AND chat = NEW.chat AND seq = NEW.seq);
END;

CREATE TRIGGER payloads_unchanged BEFORE UPDATE ON payloads
BEGIN
  SELECT RAISE(ABORT, 'a payload of a ledger is never changed');
END;

CREATE TRIGGER payloads_kept BEFORE DELETE ON payloads
WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE tenant = OLD.tenant AND chat = OLD.chat AND seq = OLD.seq)
BEGIN
  SELECT RAISE(ABORT, 'a payload of a ledger is deleted by an erasure only');
END;

-- An erasure is by an entry of the kind `erased`, and never of one.
CREATE TRIGGER erasures_by_entry BEFORE INSERT ON erasures
WHEN NOT EXISTS (
  SELECT 1 FROM entries WHERE tenant = NEW.tenant AND chat = NEW.chat AND seq = NEW.by_seq AND kind = 'erased'
) OR EXISTS (
  SELECT 1 FROM entries WHERE tenant = NEW.tenant AND chat = NEW.chat AND seq = NEW.seq AND kind = 'erased'
) OR EXISTS (
  SELECT 1 FROM erasures WHERE tenant = NEW.tenant AND chat = NEW.chat AND seq = NEW.seq
)
BEGIN
  SELECT RAISE(ABORT, 'an erasure needs its entry in the chain');
END;

CREATE TRIGGER erasures_unchanged BEFORE UPDATE ON erasures
BEGIN
  SELECT RAISE(ABORT, 'an erasure is never changed');
END;

CREATE TRIGGER erasures_kept BEFORE DELETE ON erasures
BEGIN
  SELECT RAISE(ABORT, 'an erasure is never deleted');
END;
