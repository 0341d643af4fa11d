-- Adds with the sqlite3 shell the books of `more.jsonl`, JSON Lines in the folder it is run in, to a file that
-- peer-import.sql filled: every table that an import writes, with the indexes of its lists, and FTS5. What an import does
-- besides is left out: nothing is looked up, checked or made undoable, keys are lower case and no more, pages are not
-- counted, and all of it is one transaction, so that nobody else writes meanwhile.

.bail on
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -262144;
PRAGMA temp_store = MEMORY;
PRAGMA foreign_keys = OFF;

CREATE TEMP TABLE line (record TEXT);
.mode tabs
.import more.jsonl line

BEGIN;
CREATE TEMP TABLE more AS SELECT
  (SELECT max(id) FROM book) + rowid AS id, record,
  record ->> '$.title' AS title,
  (SELECT group_concat(value, char(10)) FROM json_each(record, '$.authors')) AS authors,
  (SELECT group_concat(value, char(10)) FROM json_each(record, '$.tags')) AS tags,
  record ->> '$.series' AS series
FROM line;

INSERT INTO book (
  id, uuid, title, authors, isbn, pages, publisher, published, language, series, series_number, tags, average_rating,
  ratings_count, added_at, changed_at, hidden, title_key, author_key, series_key, sources, notes)
SELECT
  id, randomblob(16), title, coalesce(authors, ''), CAST(record ->> '$.isbn' AS INTEGER), record ->> '$.pages',
  record ->> '$.publisher', CAST(substr(record ->> '$.published', 1, 4) AS INTEGER) * 10000, record ->> '$.language',
  series, record ->> '$.seriesNumber', coalesce(tags, ''), record ->> '$.averageRating', record ->> '$.ratingsCount',
  unixepoch(record ->> '$.added') * 1000, unixepoch() * 1000, 0, lower(title), lower(record ->> '$.authors[0]'),
  lower(series), ' 2 ', record ->> '$.notes'
FROM more;
INSERT OR IGNORE INTO book_author SELECT lower(value), value, more.id, key FROM more, json_each(record, '$.authors');
INSERT OR IGNORE INTO book_tag SELECT value, more.id FROM more, json_each(record, '$.tags');
INSERT INTO source_record (source_id, remote_id, book_id, hash) SELECT 2, record ->> '$.id', id, id FROM more;
INSERT INTO search_index (rowid, title, authors, series, tags, notes, publisher)
  SELECT id, title, authors, series, tags, record ->> '$.notes', record ->> '$.publisher' FROM more;
INSERT INTO change (book_id) VALUES (NULL);
COMMIT;
