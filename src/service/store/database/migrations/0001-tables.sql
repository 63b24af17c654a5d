-- Runs with code from: 0001

CREATE TABLE companies (
  company_id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  suspended_at timestamptz
);

-- `digest` is the SHA-256 of the key. The key itself is not stored.
CREATE TABLE api_keys (
  key_id text PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  -- Also set when a key is rotated.
  expires_at timestamptz,
  last_used_at timestamptz,
  rights jsonb NOT NULL DEFAULT '["generate"]',
  -- The lifetime that a key was given. The key that replaces it gets the same.
  life_seconds integer
);

CREATE INDEX api_keys_of_company ON api_keys (company_id, created_at);

-- A company's own version of a template. `source`, `parts` and `own_parts` never change. A retired version keeps its row, so that its
-- number is never used for another text.
CREATE TABLE overrides (
  company_id text NOT NULL REFERENCES companies,
  template_id text NOT NULL,
  version text NOT NULL,
  -- The version in the catalogue whose data schema it uses; null for a template of the company's own.
  schema_version text,
  -- Title, kind, schema and sample of a template of the company's own. `json` keeps the order of the fields.
  definition json,
  source bytea NOT NULL,
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(source)) STORED,
  -- The name of each shared part that `source` needs → its SHA-256 in hexadecimal. `json`, not `jsonb`, keeps the text as it
  -- was written, whose digest identifies the parts.
  parts json NOT NULL,
  -- The name of each of these parts that the company wrote → its text. The texts of the others are in `template_parts`.
  own_parts json NOT NULL DEFAULT '{}',
  warnings jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The id of a key, or `administration`.
  published_by text NOT NULL,
  -- The key that published it, or put it back into use, where texts need approval. Until `approved_by` is set, the version is
  -- used by its exact number alone.
  proposed_by text,
  approved_by text,
  approved_at timestamptz,
  retired_at timestamptz,
  -- The key that sent a proposal back, which retired it, and what it says to the author.
  sent_back_by text,
  sent_back_note text,
  PRIMARY KEY (company_id, template_id, version),
  CHECK ((schema_version IS NULL) <> (definition IS NULL))
);

-- Texts of shared parts, each stored once for all overrides that were published with it. They are the service's own, and
-- never deleted.
CREATE TABLE template_parts (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  source text NOT NULL
);

-- What a company prints on its documents. `json`, not `jsonb`, keeps the order of the fields as they were sent.
CREATE TABLE company_profiles (
  company_id text PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  profile json NOT NULL,
  -- The logo as a PNG, if it was sent in a format that Word cannot show (SVG).
  bitmap_logo text,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The key of the HMAC from which the ids of documents and the digests of values are made, the same for all instances; with
-- DIGEST_SECRET_FILE, the salt of that key. Without that setting, whoever has a copy of the database can try values.
-- `gen_random_uuid` has 122 random bits.
CREATE TABLE document_secret (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  secret bytea NOT NULL CHECK (length(secret) = 32)
);

INSERT INTO document_secret (secret)
  VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- Which key had which document made, and the outcome. Refused requests are one row for a key and minute, with their `count`, in
-- which all that describes a document is null. There is no reference to `companies`: an insert locks no other row.
CREATE TABLE document_trail (
  entry_id uuid NOT NULL,
  company_id text NOT NULL,
  key_id text NOT NULL,
  request_id text,
  requested_at timestamptz NOT NULL,
  -- `seal`: the file was sealed, and the entry has what the file says of its text; all null for a file of another program.
  -- Null: a document was made.
  action text,
  template_id text,
  version text,
  source text,
  template_sha256 bytea CHECK (length(template_sha256) = 32),
  -- The id that the file itself names.
  document_id uuid,
  format text,
  outcome text NOT NULL,
  count integer,
  sha256 bytea CHECK (length(sha256) = 32),
  bytes integer,
  milliseconds json,
  -- For each value of a document, by its path, the first 8 bytes of an HMAC with the document secret: so that a file that
  -- comes back can be told to have another value, although none is stored. Pseudonymous data of persons; null when erased.
  value_digests json,
  -- The order in which a company's entries are read. An entry that is inserted twice is kept once.
  PRIMARY KEY (company_id, requested_at, entry_id)
);

CREATE INDEX document_trail_by_file ON document_trail (sha256, requested_at, entry_id) WHERE sha256 IS NOT NULL;

CREATE INDEX document_trail_by_document ON document_trail (document_id, requested_at, entry_id)
  WHERE document_id IS NOT NULL;

-- The order in which a key reads what it had made.
CREATE INDEX document_trail_by_key ON document_trail (key_id, requested_at, entry_id);

CREATE INDEX document_trail_by_age ON document_trail (requested_at);

-- Instances cache keys, overrides and profiles. These triggers notify them when a change is committed. A new key needs no
-- notice: it is in no cache.
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

CREATE FUNCTION notify_override_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('override_changes', coalesce(NEW.company_id, OLD.company_id));
  RETURN NULL;
END $$;

CREATE FUNCTION notify_profile_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('profile_changes', coalesce(NEW.company_id, OLD.company_id));
  RETURN NULL;
END $$;

CREATE TRIGGER key_change AFTER DELETE OR UPDATE OF digest, revoked_at, expires_at ON api_keys
  FOR EACH ROW EXECUTE FUNCTION notify_key_change();

CREATE TRIGGER company_change AFTER UPDATE OF suspended_at ON companies
  FOR EACH ROW WHEN (OLD.suspended_at IS DISTINCT FROM NEW.suspended_at)
  EXECUTE FUNCTION notify_company_change();

CREATE TRIGGER override_change AFTER INSERT OR UPDATE OR DELETE ON overrides
  FOR EACH ROW EXECUTE FUNCTION notify_override_change();

CREATE TRIGGER profile_change AFTER INSERT OR UPDATE OR DELETE ON company_profiles
  FOR EACH ROW EXECUTE FUNCTION notify_profile_change();
