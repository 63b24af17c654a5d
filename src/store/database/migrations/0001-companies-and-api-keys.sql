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
  revoked_at timestamptz
);

CREATE INDEX api_keys_of_company ON api_keys (company_id, created_at);
