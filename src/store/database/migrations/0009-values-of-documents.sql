-- Runs with code from: 0002

-- For each value of a document, by its path, the first 8 bytes of an HMAC with the document secret: so that a file that
-- comes back can be told to have another value, although none is stored. Null in entries of code that did not record it.
ALTER TABLE document_trail ADD COLUMN value_digests json;
