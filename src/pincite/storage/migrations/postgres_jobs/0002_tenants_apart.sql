-- A tenant sees and writes its own rows, as in the ledger: the setting is '' once the transaction that set it has ended, so '' is no
-- tenant; FORCE holds the owner to it too. What was told of a job and the parts of a batch are their job's tenant's. The scalar
-- subquery is looked up by its key for each row, and is itself held to the policy of jobs.

-- whoever runs this step, its objects are the owner's of the tables: a function of a stronger role would run as that one
DO $$
BEGIN
  EXECUTE format(
    'SET LOCAL ROLE %I', (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'pincite_jobs.jobs'::regclass));
END $$;

ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
ALTER TABLE parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE parts FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON jobs USING (tenant = NULLIF(current_setting('pincite.tenant', true), ''));
CREATE POLICY own_tenant ON events USING (
  (SELECT j.tenant FROM pincite_jobs.jobs j WHERE j.id = events.job) = NULLIF(current_setting('pincite.tenant', true), '')
);
CREATE POLICY own_tenant ON parts USING (
  (SELECT j.tenant FROM pincite_jobs.jobs j WHERE j.id = parts.whole) = NULLIF(current_setting('pincite.tenant', true), '')
);

-- Who works asks which tenants have something to do; a job is taken under its tenant. The owner alone, within this function, sees rows
-- of all tenants, to read; what leaves it is names of tenants. The setting by itself shows the working role nothing.
CREATE POLICY leasing ON jobs FOR SELECT TO CURRENT_USER USING (current_setting('pincite.leasing', true) = 'yes');

CREATE FUNCTION due(now double precision) RETURNS TABLE (what text, tenant text) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pincite_jobs, pg_temp AS $$
BEGIN
  PERFORM set_config('pincite.leasing', 'yes', true);
  RETURN QUERY
    SELECT d.what, d.tenant FROM (
      SELECT 'abandoned' AS what, j.tenant, min(j.made_at) AS since FROM jobs j
      WHERE j.state = 'running' AND j.lease_until < now AND j.worker <> '' GROUP BY j.tenant
      UNION ALL
      SELECT 'waiting', j.tenant, min(j.made_at) FROM jobs j WHERE j.state = 'waiting' GROUP BY j.tenant
      UNION ALL
      SELECT 'expired', j.tenant, min(j.made_at) FROM jobs j
      WHERE j.expires_at <= now AND NOT (j.state = 'running' AND j.lease_until > now) GROUP BY j.tenant
    ) d ORDER BY d.since;
  PERFORM set_config('pincite.leasing', '', true);
END $$;
REVOKE ALL ON FUNCTION due(double precision) FROM PUBLIC;
