-- What somebody typed, or asked for otherwise, that made a step; null where nobody said.
ALTER TABLE step ADD COLUMN command TEXT;
