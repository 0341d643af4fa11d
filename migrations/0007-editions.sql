-- What few books have: of each field that has a value a line with its name, a tab and its text, in which \n stands for the
-- end of a line and \\ for a backslash. One column, behind the notes: a list pays for one that is empty, not for twenty.
ALTER TABLE book ADD COLUMN details TEXT;
-- Three more of read_state: 3 want, 4 paused, 5 abandoned.

-- Derived from shown books like book_tag, so that a record that names an identifier finds its book.
CREATE TABLE book_identifier (
  type    TEXT NOT NULL,
  value   TEXT NOT NULL,
  book_id INTEGER NOT NULL,
  PRIMARY KEY (type, value, book_id)
) STRICT, WITHOUT ROWID;

-- As before, and of either date: one that only says more is no contradiction.
DROP VIEW conflict;
DROP INDEX field_edit_conflict;

CREATE INDEX field_edit_conflict ON field_edit (book_id, field)
  WHERE field <> 'tags'
    AND CASE field WHEN 'isbn' THEN substr(theirs, 1, 13) ELSE theirs END
        IS NOT CASE field WHEN 'isbn' THEN substr(base, 1, 13) ELSE base END
    AND CASE field WHEN 'isbn' THEN substr(theirs, 1, 13) ELSE theirs END
        IS NOT CASE field WHEN 'isbn' THEN substr(value, 1, 13) ELSE value END
    AND (field NOT IN ('published', 'firstPublished') OR theirs IS NULL OR value IS NULL
         OR (substr(theirs, 1, length(value) + 1) <> value || '-'
             AND substr(value, 1, length(theirs) + 1) <> theirs || '-'));

CREATE VIEW conflict AS
  SELECT book_id, field, base, theirs, value AS mine, at FROM field_edit
  WHERE field <> 'tags'
    AND CASE field WHEN 'isbn' THEN substr(theirs, 1, 13) ELSE theirs END
        IS NOT CASE field WHEN 'isbn' THEN substr(base, 1, 13) ELSE base END
    AND CASE field WHEN 'isbn' THEN substr(theirs, 1, 13) ELSE theirs END
        IS NOT CASE field WHEN 'isbn' THEN substr(value, 1, 13) ELSE value END
    AND (field NOT IN ('published', 'firstPublished') OR theirs IS NULL OR value IS NULL
         OR (substr(theirs, 1, length(value) + 1) <> value || '-'
             AND substr(value, 1, length(theirs) + 1) <> theirs || '-'));
