-- Runs with code from: 0002

-- The key of the HMAC from which the id of a document is made, the same for all instances. `gen_random_uuid` has 122
-- random bits.
CREATE TABLE document_secret (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  secret bytea NOT NULL CHECK (length(secret) = 32)
);

INSERT INTO document_secret (secret)
  VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- The id that the file itself names; null in entries that were written by code that did not give documents an id.
ALTER TABLE document_trail ADD COLUMN document_id uuid;

CREATE INDEX document_trail_by_document ON document_trail (document_id, requested_at, entry_id)
  WHERE document_id IS NOT NULL;
