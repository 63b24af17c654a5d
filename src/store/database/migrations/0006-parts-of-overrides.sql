-- Runs with code from: 0002

-- Texts of shared parts, each stored once for all overrides that were published with it. They are the service's own, and
-- never deleted.
CREATE TABLE template_parts (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  source text NOT NULL
);

-- The name of each part that `source` needs → its SHA-256 in hexadecimal. Null after publishing by code that did not store
-- parts. `json`, not `jsonb`, keeps the text as it was written, whose digest identifies the parts.
ALTER TABLE overrides ADD COLUMN parts json;
