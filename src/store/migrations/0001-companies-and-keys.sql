CREATE TABLE companies (
  company_id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  suspended_at timestamptz
);

CREATE TABLE api_keys (
  key_id text PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies,
  -- SHA-256 of the whole key: 256 random bits need no slow hash, and the key itself is nowhere.
  digest bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);

CREATE INDEX api_keys_by_company ON api_keys (company_id, created_at);
