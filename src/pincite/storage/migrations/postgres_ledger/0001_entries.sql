-- The chain. One row an entry; nothing here is ever changed or deleted.
CREATE TABLE entries (
  tenant text NOT NULL,
  matter text NOT NULL,
  chat text NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  prev bytea NOT NULL CHECK (length(prev) = 32),
  kind text NOT NULL,
  number bigint NOT NULL CHECK (number >= 0),
  at text NOT NULL,
  commitment bytea NOT NULL CHECK (length(commitment) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (tenant, chat, seq),
  UNIQUE (tenant, chat, prev)
);

-- an evidence number is given once in a chat
CREATE UNIQUE INDEX evidence_numbers ON entries (tenant, chat, number) WHERE number > 0;

-- What the commitments are of; kept apart so that it can be erased.
CREATE TABLE payloads (
  tenant text NOT NULL,
  chat text NOT NULL,
  seq bigint NOT NULL,
  salt bytea NOT NULL CHECK (length(salt) = 32),
  payload bytea NOT NULL,
  PRIMARY KEY (tenant, chat, seq),
  FOREIGN KEY (tenant, chat, seq) REFERENCES entries (tenant, chat, seq)
);

-- Which payloads were erased, and by which entry of the chain.
CREATE TABLE erasures (
  tenant text NOT NULL,
  chat text NOT NULL,
  seq bigint NOT NULL,
  by_seq bigint NOT NULL CHECK (by_seq > seq),
  PRIMARY KEY (tenant, chat, seq),
  FOREIGN KEY (tenant, chat, seq) REFERENCES entries (tenant, chat, seq),
  FOREIGN KEY (tenant, chat, by_seq) REFERENCES entries (tenant, chat, seq)
);

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a ledger is only appended to (% on %)', TG_OP, TG_TABLE_NAME;
END $$;

CREATE FUNCTION entry_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq > 1 AND NOT EXISTS (
    SELECT 1 FROM pincite_ledger.entries e
    WHERE e.tenant = NEW.tenant AND e.chat = NEW.chat AND e.seq = NEW.seq - 1 AND e.hash = NEW.prev AND e.matter = NEW.matter
  ) THEN
    RAISE EXCEPTION 'an entry of a ledger follows the last one of its chat';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION payload_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM pincite_ledger.erasures r WHERE r.tenant = NEW.tenant AND r.chat = NEW.chat AND r.seq = NEW.seq
  ) THEN
    RAISE EXCEPTION 'what was erased does not come back';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION payload_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM pincite_ledger.erasures r WHERE r.tenant = OLD.tenant AND r.chat = OLD.chat AND r.seq = OLD.seq
  ) THEN
    RAISE EXCEPTION 'a payload of a ledger is deleted by an erasure only';
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION erasure_by_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM pincite_ledger.entries e
    WHERE e.tenant = NEW.tenant AND e.chat = NEW.chat AND e.seq = NEW.by_seq AND e.kind = 'erased'
  ) OR EXISTS (
    SELECT 1 FROM pincite_ledger.entries e
    WHERE e.tenant = NEW.tenant AND e.chat = NEW.chat AND e.seq = NEW.seq AND e.kind = 'erased'
  ) THEN
    RAISE EXCEPTION 'an erasure needs its entry in the chain';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER entries_follow BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION entry_follows();
CREATE TRIGGER entries_unchanged BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER entries_kept BEFORE TRUNCATE ON entries EXECUTE FUNCTION refuse();
CREATE TRIGGER payloads_once BEFORE INSERT ON payloads FOR EACH ROW EXECUTE FUNCTION payload_once();
CREATE TRIGGER payloads_unchanged BEFORE UPDATE ON payloads FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER payloads_erased BEFORE DELETE ON payloads FOR EACH ROW EXECUTE FUNCTION payload_kept();
CREATE TRIGGER payloads_kept BEFORE TRUNCATE ON payloads EXECUTE FUNCTION refuse();
CREATE TRIGGER erasures_by_entry BEFORE INSERT ON erasures FOR EACH ROW EXECUTE FUNCTION erasure_by_entry();
CREATE TRIGGER erasures_unchanged BEFORE UPDATE OR DELETE ON erasures FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER erasures_kept BEFORE TRUNCATE ON erasures EXECUTE FUNCTION refuse();

-- A tenant sees and writes its own rows. The setting is '' (not null) once a transaction that set it has ended, so '' is
-- no tenant; FORCE holds the owner to it too.
ALTER TABLE entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE entries FORCE ROW LEVEL SECURITY;
ALTER TABLE payloads ENABLE ROW LEVEL SECURITY;
ALTER TABLE payloads FORCE ROW LEVEL SECURITY;
ALTER TABLE erasures ENABLE ROW LEVEL SECURITY;
ALTER TABLE erasures FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON entries USING (tenant = NULLIF(current_setting('pincite.tenant', true), ''));
CREATE POLICY own_tenant ON payloads USING (tenant = NULLIF(current_setting('pincite.tenant', true), ''));
CREATE POLICY own_tenant ON erasures USING (tenant = NULLIF(current_setting('pincite.tenant', true), ''));
