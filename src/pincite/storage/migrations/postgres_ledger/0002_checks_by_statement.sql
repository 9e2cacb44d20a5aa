-- The same checks as before, once a statement instead of once a row: a commit of fifty entries is one question and not
-- fifty. They run behind the rows; a statement that fails them leaves nothing. Each row is looked up by its key (a scalar
-- subquery): as a join the planner, which knows no sizes of fresh tables, would read the whole table each time.
CREATE FUNCTION entries_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM added n WHERE n.seq > 1 AND (
      SELECT e.hash = n.prev AND e.matter = n.matter FROM pincite_ledger.entries e
      WHERE e.tenant = n.tenant AND e.chat = n.chat AND e.seq = n.seq - 1
    ) IS NOT TRUE
  ) THEN
    RAISE EXCEPTION 'an entry of a ledger follows the last one of its chat';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION payloads_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM added n WHERE (
      SELECT true FROM pincite_ledger.erasures r WHERE r.tenant = n.tenant AND r.chat = n.chat AND r.seq = n.seq
    ) IS TRUE
  ) THEN
    RAISE EXCEPTION 'what was erased does not come back';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER entries_follow ON entries;
DROP TRIGGER payloads_once ON payloads;
DROP FUNCTION entry_follows();
DROP FUNCTION payload_once();

CREATE TRIGGER entries_follow AFTER INSERT ON entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION entries_follow();
CREATE TRIGGER payloads_once AFTER INSERT ON payloads
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION payloads_once();
