-- Search by sets of books. Each set is of the books that a term says something of: a word of their titles, a language, a
-- year. Terms begin with a letter that says what they are; Sources/Catalog/Storage/SearchIndex/PostingKind.swift lists them.
DROP TABLE search_index;

CREATE TABLE posting (
  era   INTEGER NOT NULL,                          -- of a book: its id / 1048576
  term  TEXT NOT NULL,
  part  INTEGER NOT NULL,                          -- its id / 65536; -1: the set of the whole era, as long as it is small
  books BLOB NOT NULL,
  PRIMARY KEY (era, term, part)
) STRICT, WITHOUT ROWID;

-- The rank of each shown book, which a search puts it by: two bytes a book, the lower one first; 65535 where there is none.
CREATE TABLE book_rank (
  block INTEGER PRIMARY KEY,                       -- id / 1024
  ranks BLOB NOT NULL
) STRICT;

-- What was there is derived from the books like what a load has left.
ALTER TABLE derived_pending DROP COLUMN last_row;
DELETE FROM derived_pending WHERE what = 'search';
INSERT INTO derived_pending (what, first_id, last_id, at)
  SELECT 'search', min(id), max(id), 0 FROM book HAVING count(*) > 0;
