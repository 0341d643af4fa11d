-- In which order the records of one book are asked: the smallest rank first, and within a rank by their sources'
-- precedence. Merging books ranks what the others brought behind what the first one had, for this book alone.
ALTER TABLE source_record ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
