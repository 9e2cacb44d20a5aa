-- Tenants, matters, persons, roles, and credentials of which the digests alone are kept.
CREATE TABLE tenants (
  tenant TEXT PRIMARY KEY NOT NULL,
  title TEXT NOT NULL,
  keep_days INTEGER NOT NULL CHECK (keep_days >= 0),
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE matters (
  tenant TEXT NOT NULL REFERENCES tenants (tenant),
  matter TEXT NOT NULL,
  title TEXT NOT NULL,
  keep_days INTEGER NOT NULL CHECK (keep_days >= 0),
  at TEXT NOT NULL,
  PRIMARY KEY (tenant, matter)
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
  tenant TEXT NOT NULL REFERENCES tenants (tenant),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  vkey TEXT NOT NULL,
  disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
  at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE members (
  tenant TEXT NOT NULL,
  matter TEXT NOT NULL,
  person TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('reader', 'author', 'reviewer', 'approver')),
  given_by TEXT NOT NULL CHECK (given_by IN ('operator', 'provider')),
  PRIMARY KEY (tenant, person, matter, role, given_by),
  FOREIGN KEY (tenant, person) REFERENCES users (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
  digest BLOB PRIMARY KEY NOT NULL CHECK (length(digest) = 32),
  tenant TEXT NOT NULL,
  person TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  matters TEXT NOT NULL,
  at TEXT NOT NULL,
  expires TEXT NOT NULL,
  revoked TEXT NOT NULL,
  UNIQUE (tenant, id),
  FOREIGN KEY (tenant, person) REFERENCES users (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  digest BLOB PRIMARY KEY NOT NULL CHECK (length(digest) = 32),
  tenant TEXT NOT NULL,
  person TEXT NOT NULL,
  csrf TEXT NOT NULL,
  at TEXT NOT NULL,
  idle TEXT NOT NULL,
  expires TEXT NOT NULL,
  FOREIGN KEY (tenant, person) REFERENCES users (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE logins (
  digest BLOB PRIMARY KEY NOT NULL CHECK (length(digest) = 32),
  nonce TEXT NOT NULL,
  verifier TEXT NOT NULL,
  target TEXT NOT NULL,
  expires TEXT NOT NULL
) STRICT, WITHOUT ROWID;
