-- The day on which a record first said what it says now of readings, encoded like book.published; NULL if unknown.
ALTER TABLE source_record ADD COLUMN said INTEGER;

-- What the user says of the readings of a book: the current reading, the earlier ones, and the readings that the user changed
-- or removed, as JSON (UsersReadingWord). Sources never write it.
CREATE TABLE reading_word (
  book_id INTEGER PRIMARY KEY REFERENCES book (id),
  word    TEXT NOT NULL
) STRICT;

-- What sources said of readings after the user had spoken, and contradicts the user. Derived from records and words.
CREATE TABLE reading_conflict (
  book_id INTEGER NOT NULL REFERENCES book (id),
  field   TEXT NOT NULL,
  theirs  TEXT,
  mine    TEXT,
  at      INTEGER NOT NULL,
  PRIMARY KEY (book_id, field)
) STRICT, WITHOUT ROWID;

DROP VIEW conflict;
CREATE VIEW edit_conflict AS
  SELECT book_id, field, base, theirs, value AS mine, at FROM field_edit
  WHERE field <> 'tags'
    AND CASE field WHEN 'isbn' THEN substr(theirs, 1, 13) ELSE theirs END
        IS NOT CASE field WHEN 'isbn' THEN substr(base, 1, 13) ELSE base END
    AND CASE field WHEN 'isbn' THEN substr(theirs, 1, 13) ELSE theirs END
        IS NOT CASE field WHEN 'isbn' THEN substr(value, 1, 13) ELSE value END
    AND (field NOT IN ('published', 'firstPublished') OR theirs IS NULL OR value IS NULL
         OR (substr(theirs, 1, length(value) + 1) <> value || '-'
             AND substr(value, 1, length(theirs) + 1) <> theirs || '-'));

CREATE VIEW conflict AS
  SELECT book_id, field, base, theirs, mine, at FROM edit_conflict
  UNION ALL
  SELECT book_id, field, NULL, theirs, mine, at FROM reading_conflict;

-- The words are taken from the history, and readings decided anew, before anybody meets the catalog.
INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('reading words', 0, -1, 0);
