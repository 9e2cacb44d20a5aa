-- Long work of a server. A job's id is made of its tenant, its matter and its content: the same work is the same row.
CREATE TABLE jobs (
  id TEXT NOT NULL PRIMARY KEY,
  tenant TEXT NOT NULL,
  matter TEXT NOT NULL,
  owner TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  asked TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  made_at DOUBLE PRECISION NOT NULL,
  begun_at DOUBLE PRECISION NOT NULL DEFAULT 0,
  ended_at DOUBLE PRECISION NOT NULL DEFAULT 0,
  expires_at DOUBLE PRECISION NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  worker TEXT NOT NULL DEFAULT '',
  lease_until DOUBLE PRECISION NOT NULL DEFAULT 0,
  cancel_asked INTEGER NOT NULL DEFAULT 0,
  told INTEGER NOT NULL DEFAULT 0,
  problem TEXT NOT NULL DEFAULT '',
  salt BYTEA NOT NULL,
  data BYTEA NOT NULL,
  result BYTEA
);

CREATE INDEX jobs_to_do ON jobs (state, made_at);
CREATE INDEX jobs_of_matter ON jobs (tenant, matter, made_at);
CREATE INDEX jobs_that_expire ON jobs (expires_at);

CREATE TABLE events (
  job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  at DOUBLE PRECISION NOT NULL,
  name TEXT NOT NULL,
  said TEXT NOT NULL,
  PRIMARY KEY (job, seq)
);

-- the drafts of a batch, each a job of its own
CREATE TABLE parts (
  whole TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  part TEXT NOT NULL,
  PRIMARY KEY (whole, number)
);
CREATE INDEX wholes_of_part ON parts (part);
