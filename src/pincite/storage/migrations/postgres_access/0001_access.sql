-- Tenants, matters, persons, roles, and credentials of which the digests alone are kept.
CREATE TABLE tenants (
  tenant text PRIMARY KEY NOT NULL,
  title text NOT NULL,
  keep_days integer NOT NULL CHECK (keep_days >= 0),
  at text NOT NULL
);

CREATE TABLE matters (
  tenant text NOT NULL REFERENCES tenants (tenant),
  matter text NOT NULL,
  title text NOT NULL,
  keep_days integer NOT NULL CHECK (keep_days >= 0),
  at text NOT NULL,
  PRIMARY KEY (tenant, matter)
);

CREATE TABLE users (
  tenant text NOT NULL REFERENCES tenants (tenant),
  id text NOT NULL,
  name text NOT NULL,
  vkey text NOT NULL,
  disabled integer NOT NULL CHECK (disabled IN (0, 1)),
  at text NOT NULL,
  PRIMARY KEY (tenant, id)
);

CREATE TABLE members (
  tenant text NOT NULL,
  matter text NOT NULL,
  person text NOT NULL,
  role text NOT NULL CHECK (role IN ('reader', 'author', 'reviewer', 'approver')),
  given_by text NOT NULL CHECK (given_by IN ('operator', 'provider')),
  PRIMARY KEY (tenant, person, matter, role, given_by),
  FOREIGN KEY (tenant, person) REFERENCES users (tenant, id)
);

CREATE TABLE tokens (
  digest bytea PRIMARY KEY NOT NULL CHECK (length(digest) = 32),
  tenant text NOT NULL,
  person text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  scopes text NOT NULL,
  matters text NOT NULL,
  at text NOT NULL,
  expires text NOT NULL,
  revoked text NOT NULL,
  UNIQUE (tenant, id),
  FOREIGN KEY (tenant, person) REFERENCES users (tenant, id)
);

CREATE TABLE sessions (
  digest bytea PRIMARY KEY NOT NULL CHECK (length(digest) = 32),
  tenant text NOT NULL,
  person text NOT NULL,
  csrf text NOT NULL,
  at text NOT NULL,
  idle text NOT NULL,
  expires text NOT NULL,
  FOREIGN KEY (tenant, person) REFERENCES users (tenant, id)
);

CREATE TABLE logins (
  digest bytea PRIMARY KEY NOT NULL CHECK (length(digest) = 32),
  nonce text NOT NULL,
  verifier text NOT NULL,
  target text NOT NULL,
  expires text NOT NULL
);

-- A tenant sees and writes its own rows; the setting is '' once the transaction that set it has ended, so '' is no tenant. A credential
-- is found before its tenant is known: whoever shows the secret, whose digest is then set, sees that row and no other.
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
ALTER TABLE matters ENABLE ROW LEVEL SECURITY;
ALTER TABLE matters FORCE ROW LEVEL SECURITY;
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
ALTER TABLE members FORCE ROW LEVEL SECURITY;
ALTER TABLE tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE tokens FORCE ROW LEVEL SECURITY;
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
ALTER TABLE logins ENABLE ROW LEVEL SECURITY;
ALTER TABLE logins FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tenants USING (tenant = NULLIF(current_setting('pincite.tenant', true), ''));
CREATE POLICY own_tenant ON matters USING (tenant = NULLIF(current_setting('pincite.tenant', true), ''));
CREATE POLICY own_tenant ON users USING (tenant = NULLIF(current_setting('pincite.tenant', true), ''));
CREATE POLICY own_tenant ON members USING (tenant = NULLIF(current_setting('pincite.tenant', true), ''));
CREATE POLICY own_tenant ON tokens USING (tenant = NULLIF(current_setting('pincite.tenant', true), ''));
CREATE POLICY own_tenant ON sessions USING (tenant = NULLIF(current_setting('pincite.tenant', true), ''));
CREATE POLICY shown ON tokens FOR SELECT USING (encode(digest, 'hex') = NULLIF(current_setting('pincite.digest', true), ''));
CREATE POLICY shown ON sessions USING (encode(digest, 'hex') = NULLIF(current_setting('pincite.digest', true), ''));
CREATE POLICY shown ON logins USING (encode(digest, 'hex') = NULLIF(current_setting('pincite.digest', true), ''));
-- what ended holds nothing any more and may be swept by anybody, seen by nobody
CREATE FUNCTION sweepable(expires text, idle text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NULLIF(current_setting('pincite.sweep', true), '') > LEAST(expires, idle)
$$;
CREATE POLICY ended ON sessions USING (pincite_access.sweepable(expires, idle));
CREATE POLICY ended ON logins USING (pincite_access.sweepable(expires, expires));
CREATE INDEX sessions_of ON sessions (tenant, person);
CREATE INDEX tokens_of ON tokens (tenant, person);
