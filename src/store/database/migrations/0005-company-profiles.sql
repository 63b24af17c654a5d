-- Runs with code from: 0002

-- What a company prints on its documents. `json`, not `jsonb`, keeps the order of the fields as they were sent.
CREATE TABLE company_profiles (
  company_id text PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  profile json NOT NULL,
  -- The logo as a PNG, if it was sent in a format that Word cannot show (SVG).
  bitmap_logo text,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Instances keep profiles in memory; this notifies them when a change is committed.
CREATE FUNCTION notify_profile_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('profile_changes', coalesce(NEW.company_id, OLD.company_id));
  RETURN NULL;
END $$;

CREATE TRIGGER profile_change AFTER INSERT OR UPDATE OR DELETE ON company_profiles
  FOR EACH ROW EXECUTE FUNCTION notify_profile_change();
