-- The version of the rules by which everything before the cursor was read; negative while the source is being read from its
-- beginning since its rules are newer than those by which it was read before.
ALTER TABLE sync_cursor ADD COLUMN decoder INTEGER NOT NULL DEFAULT 1;
