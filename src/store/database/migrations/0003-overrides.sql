-- Runs with code from: 0002

-- A company's own version of a template. `source` never changes. A retired version keeps its row, so that its number is
-- never used for another text.
CREATE TABLE overrides (
  company_id text NOT NULL REFERENCES companies,
  template_id text NOT NULL,
  version text NOT NULL,
  -- The version in the catalogue whose data schema it uses.
  schema_version text NOT NULL,
  source bytea NOT NULL,
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(source)) STORED,
  warnings jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  PRIMARY KEY (company_id, template_id, version)
);

-- Instances cache the versions of a company; this notifies them when a change is committed.
CREATE FUNCTION notify_override_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('override_changes', coalesce(NEW.company_id, OLD.company_id));
  RETURN NULL;
END $$;

CREATE TRIGGER override_change AFTER INSERT OR UPDATE OR DELETE ON overrides
  FOR EACH ROW EXECUTE FUNCTION notify_override_change();
