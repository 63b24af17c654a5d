-- Runs with code from: 0002

-- Which key had which document made, and the outcome. No data and no documents, so nothing that could name a person.
-- There is no reference to `companies`: an entry is kept after its company is deleted, and its insert locks no other row.
CREATE TABLE document_trail (
  entry_id uuid NOT NULL,
  company_id text NOT NULL,
  key_id text NOT NULL,
  request_id text NOT NULL,
  requested_at timestamptz NOT NULL,
  template_id text NOT NULL,
  version text NOT NULL,
  source text NOT NULL,
  template_sha256 bytea CHECK (length(template_sha256) = 32),
  format text NOT NULL,
  outcome text NOT NULL,
  sha256 bytea CHECK (length(sha256) = 32),
  bytes integer,
  milliseconds json NOT NULL,
  -- The order in which a company's entries are read. An entry that is inserted twice is kept once.
  PRIMARY KEY (company_id, requested_at, entry_id)
);

CREATE INDEX document_trail_by_file ON document_trail (sha256, requested_at, entry_id) WHERE sha256 IS NOT NULL;

CREATE INDEX document_trail_by_age ON document_trail (requested_at);
