-- Runs with code from: 0002

-- What a key may do; code before this lets every key generate. `life_seconds` is the life that a key was given, which the
-- key that replaces it gets too; `expires_at` is also set when a key is rotated.
ALTER TABLE api_keys
  ADD COLUMN rights jsonb NOT NULL DEFAULT '["generate"]',
  ADD COLUMN life_seconds integer;

-- The id of the key with which a version was published; before this, only the administration could.
ALTER TABLE overrides ADD COLUMN published_by text NOT NULL DEFAULT 'administration';
