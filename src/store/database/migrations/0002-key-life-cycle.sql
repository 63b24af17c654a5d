-- Runs with code from: 0002

ALTER TABLE api_keys
  ADD COLUMN expires_at timestamptz,
  ADD COLUMN last_used_at timestamptz;

-- Instances cache keys; this notifies them when a change is committed. A new key needs no notice: it is in no cache.
CREATE FUNCTION notify_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('key_changes', 'key/' || OLD.key_id);
  RETURN NULL;
END $$;

CREATE FUNCTION notify_company_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('key_changes', 'company/' || NEW.company_id);
  RETURN NULL;
END $$;

CREATE TRIGGER key_change AFTER DELETE OR UPDATE OF digest, revoked_at, expires_at ON api_keys
  FOR EACH ROW EXECUTE FUNCTION notify_key_change();

CREATE TRIGGER company_change AFTER UPDATE OF suspended_at ON companies
  FOR EACH ROW WHEN (OLD.suspended_at IS DISTINCT FROM NEW.suspended_at)
  EXECUTE FUNCTION notify_company_change();
