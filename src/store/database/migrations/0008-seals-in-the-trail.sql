-- Runs with code from: 0002

-- `seal`: the file was sealed, and what the entry has of its text is what the file says of itself; null for a file of
-- another program. Null in `action`: a document was made.
ALTER TABLE document_trail
  ADD COLUMN action text,
  ALTER COLUMN template_id DROP NOT NULL,
  ALTER COLUMN version DROP NOT NULL,
  ALTER COLUMN source DROP NOT NULL;
