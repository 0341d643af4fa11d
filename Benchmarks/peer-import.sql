-- Loads with the sqlite3 shell what `catalog import` leaves: every table and index, and instead of the catalog's search
-- index (posting, book_rank) a full-text index of FTS5 over the same words, the nearest that the shell has. Run in the
-- folder of a dump, which Benchmarks/Peers/PeerDump.swift made of a finished catalog:
--
--   tables.sql, indexes.sql, triggers.sql   the catalog's own schema; triggers.sql has its views too
--   NAME.tsv                                a table's rows in the order of its key
--   search_index.tsv                        the folded words of each shown book: its rank and id as one number, a text a column
--
-- Values are separated by tabs and quoted where they must be; \N is null; an identifier is its 16 bytes, or 32
-- hexadecimal digits where one of the bytes is zero, which the shell cannot read. Tables with nulls or blobs come
-- through a temporary one, the others are read directly. Nothing is folded, split, sorted or checked here: the peer
-- has less to do than we. What makes it fast: one transaction without a write-ahead log, indexes after the rows, the search index
-- in the order of its rowids with room for many words in memory.

.bail on
PRAGMA journal_mode = DELETE;
PRAGMA synchronous = FULL;
PRAGMA cache_size = -262144;
PRAGMA temp_store = MEMORY;
PRAGMA foreign_keys = OFF;
.mode tabs

CREATE TEMP TABLE every_byte AS SELECT CAST(
  x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f'
  || x'303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f'
  || x'606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f'
  || x'909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebf'
  || x'c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeef'
  || x'f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff' AS BLOB) AS bytes;

BEGIN;
.read tables.sql
-- Words come folded, with spaces between, which is all that the tokenizer is to find. No text is kept, as in the catalog's index,
-- and beginnings of up to three letters are indexed, as they are there.
CREATE VIRTUAL TABLE search_index USING fts5(
  title, authors, series, tags, notes, publisher,
  content='', columnsize=0, prefix='1 2 3', tokenize='ascii'
);
INSERT INTO search_index (search_index, rank) VALUES ('hashsize', 67108864);
INSERT INTO search_index (search_index, rank) VALUES ('automerge', 0);

CREATE TEMP TABLE source_text AS SELECT * FROM source WHERE false;
.import --skip 1 source.tsv source_text
INSERT INTO source SELECT
  id, name, kind, nullif(location, '\N'), precedence, added_at, nullif(user, '\N'), nullif(every, '\N'), state, mine
FROM source_text;
DROP TABLE source_text;

CREATE TEMP TABLE book_text AS SELECT * FROM book WHERE false;
.import --skip 1 book.tsv book_text
INSERT INTO book SELECT
  id,
  CASE length(CAST(uuid AS BLOB)) WHEN 16 THEN CAST(uuid AS BLOB) WHEN 32 THEN (
    WITH RECURSIVE digit (place, bytes) AS (
      SELECT 1, x'' UNION ALL
      SELECT place + 2, bytes || substr((SELECT bytes FROM every_byte), 1
        + 16 * (instr('0123456789abcdef', substr(uuid, place, 1)) - 1)
        + instr('0123456789abcdef', substr(uuid, place + 1, 1)) - 1, 1)
      FROM digit WHERE place < 32)
    SELECT CAST(bytes AS BLOB) FROM digit WHERE place = 33) END,
  title, authors, nullif(isbn, '\N'), nullif(isbn_given, '\N'), nullif(pages, '\N'), nullif(publisher, '\N'),
  nullif(published, '\N'), nullif(language, '\N'), nullif(series, '\N'), nullif(series_number, '\N'), tags,
  nullif(average_rating, '\N'), nullif(ratings_count, '\N'), read_state, nullif(started, '\N'), nullif(finished, '\N'),
  nullif(rating, '\N'), added_at, changed_at, hidden, title_key, nullif(author_key, '\N'), nullif(series_key, '\N'),
  sources, nullif(notes, '\N'), nullif(details, '\N'), nullif(work_year, '\N')
FROM book_text;
DROP TABLE book_text;

.import --skip 1 book_author.tsv book_author
.import --skip 1 book_tag.tsv book_tag
.import --skip 1 book_identifier.tsv book_identifier

-- Keys and ids of any type are written as SQL has them.
CREATE TEMP TABLE page_text (run, level, key, id, books);
.import --skip 1 page_index.tsv page_text
INSERT INTO page_index SELECT
  CAST(run AS INTEGER), CAST(level AS INTEGER),
  CASE
    WHEN key LIKE '''%' THEN replace(substr(key, 2, length(key) - 2), '''''', '''')
    WHEN key IN ('-Inf', '-9.0e+999') THEN -9e999 WHEN key IN ('Inf', '9.0e+999') THEN 9e999
    WHEN key GLOB '*[.e]*' THEN CAST(key AS REAL) ELSE CAST(key AS INTEGER) END,
  CASE
    WHEN id LIKE '''%' THEN replace(substr(id, 2, length(id) - 2), '''''', '''')
    WHEN id IN ('-Inf', '-9.0e+999') THEN -9e999 WHEN id IN ('Inf', '9.0e+999') THEN 9e999
    WHEN id GLOB '*[.e]*' THEN CAST(id AS REAL) ELSE CAST(id AS INTEGER) END,
  CAST(books AS INTEGER)
FROM page_text;
DROP TABLE page_text;

CREATE TEMP TABLE search_text AS SELECT CAST(0 AS INTEGER) AS place, * FROM search_index WHERE false;
.import --skip 1 search_index.tsv search_text
INSERT INTO search_index (rowid, title, authors, series, tags, notes, publisher)
  SELECT place, title, authors, series, tags, notes, publisher FROM search_text;
DROP TABLE search_text;
.import --skip 1 word.tsv word

CREATE TEMP TABLE change_text AS SELECT * FROM change WHERE false;
.import --skip 1 change.tsv change_text
INSERT INTO change SELECT seq, nullif(book_id, '\N') FROM change_text;
DROP TABLE change_text;

CREATE TEMP TABLE record_text AS SELECT * FROM source_record WHERE false;
.import --skip 1 source_record.tsv record_text
INSERT INTO source_record
  SELECT
    source_id, remote_id, book_id, hash, nullif(unknown, '\N'), nullif(payload, '\N'), seen_gen,
    nullif(missed_gen, '\N'), nullif(gone_at, '\N'), rank, nullif(personal, '\N'), nullif(said, '\N')
  FROM record_text;
DROP TABLE record_text;

CREATE TEMP TABLE step_text AS SELECT id, at, kind, summary, state, turn FROM step WHERE false;
.import --skip 1 step.tsv step_text
INSERT INTO step (id, at, kind, summary, state, turn) SELECT * FROM step_text;
DROP TABLE step_text;

CREATE TEMP TABLE history_text AS SELECT * FROM history WHERE false;
.import --skip 1 history.tsv history_text
INSERT INTO history SELECT
  step_id, book_id, field, nullif(old, '\N'), nullif(old_base, '\N'), nullif(new, '\N'), nullif(new_base, '\N'),
  nullif(last_book_id, '\N')
FROM history_text;
DROP TABLE history_text;

CREATE TEMP TABLE run_text AS SELECT * FROM sync_run WHERE false;
.import --skip 1 sync_run.tsv run_text
INSERT INTO sync_run SELECT
  id, source_id, nullif(step_id, '\N'), started, nullif(ended, '\N'), added, updated, unchanged, rejected,
  removed, nullif(error, '\N')
FROM run_text;
DROP TABLE run_text;

.import --skip 1 catalog_fact.tsv catalog_fact

.read indexes.sql
.read triggers.sql
INSERT INTO search_index (search_index, rank) VALUES ('automerge', 4);
COMMIT;

PRAGMA journal_mode = WAL;
.mode list
SELECT 'page_count=' || page_count FROM pragma_page_count;
