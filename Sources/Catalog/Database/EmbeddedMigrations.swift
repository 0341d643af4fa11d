// Written by scripts/embed-migrations from the files of migrations/. Not to be edited.

/// The schema of the catalog: what each migration runs, in their order.
enum EmbeddedMigrations {
  static let all: [(name: String, sql: String)] = [
    (
      "0001-catalog.sql",
      ##"""
      -- The catalog. Times are milliseconds since 1970 (UTC). Any program may read; only Catalog writes `book`.

      -- What lists show: the materialised result of what sources and the user say. One row decodes one line of a list.
      CREATE TABLE book (
        -- Fits the lower 40 bits of a rowid of the search index.
        id              INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 1099511627775),
        uuid            BLOB UNIQUE CHECK (length(uuid) = 16),
        title           TEXT NOT NULL,
        authors         TEXT NOT NULL DEFAULT '',        -- one name a line, in order
        isbn            INTEGER,                         -- thirteen digits
        isbn_given      TEXT,                            -- as it was given, where that differs
        pages           INTEGER,
        publisher       TEXT,
        published       INTEGER,                         -- year * 10000 + month * 100 + day, unknown parts 0
        language        TEXT,
        series          TEXT,
        series_number   REAL,
        tags            TEXT NOT NULL DEFAULT '',        -- one a line, in alphabetical order
        average_rating  REAL,                            -- a source's, 0 to 5
        ratings_count   INTEGER,
        read_state      INTEGER NOT NULL DEFAULT 0,      -- 0 unread, 1 reading, 2 read
        started         INTEGER,                         -- like published
        finished        INTEGER,
        rating          REAL,                            -- the user's, above 0 and up to 5
        added_at        INTEGER NOT NULL DEFAULT 0,
        changed_at      INTEGER NOT NULL DEFAULT 0,
        -- 0 shown, 1 removed by the user, 2 gone from its source, 3 written by another program, 4 its step was undone,
        -- 5 merged into another one.
        -- The default is what another program's insert gets: `catalog check --repair` takes such rows in.
        hidden          INTEGER NOT NULL DEFAULT 3,
        title_key       TEXT NOT NULL DEFAULT '',        -- sort keys: folded, without articles, numbers by value
        author_key      TEXT,
        series_key      TEXT,
        sources         TEXT NOT NULL DEFAULT '',        -- ids of the sources that have it, between spaces: ' 1 12 '
        notes           TEXT                             -- last, so that long notes cost lists nothing
      ) STRICT;

      CREATE INDEX book_by_title  ON book (title_key)  WHERE hidden = 0;
      CREATE INDEX book_by_author ON book (author_key) WHERE hidden = 0;
      CREATE INDEX book_by_year   ON book (published)  WHERE hidden = 0;
      CREATE INDEX book_by_added  ON book (added_at)   WHERE hidden = 0;
      CREATE INDEX book_by_rating ON book (coalesce(rating, average_rating)) WHERE hidden = 0;
      CREATE INDEX book_by_pages  ON book (pages)      WHERE hidden = 0;
      CREATE INDEX book_by_series ON book (series_key) WHERE hidden = 0;
      CREATE INDEX book_by_isbn   ON book (isbn)       WHERE isbn IS NOT NULL;
      CREATE INDEX book_hidden    ON book (hidden)     WHERE hidden <> 0;

      -- Another program's update or delete would slip past edits, history and the search index. The function exists on
      -- Catalog's own connections only, so elsewhere the statement stops with “no such function: edit_with_catalog”.
      CREATE TRIGGER book_update_guard BEFORE UPDATE ON book BEGIN SELECT edit_with_catalog(); END;
      CREATE TRIGGER book_delete_guard BEFORE DELETE ON book BEGIN SELECT edit_with_catalog(); END;

      -- Derived from shown books, for trees and filters; `catalog check --repair` rebuilds them.
      CREATE TABLE book_author (
        author_key TEXT NOT NULL,
        author     TEXT NOT NULL,
        book_id    INTEGER NOT NULL,
        position   INTEGER NOT NULL,
        PRIMARY KEY (author_key, author, book_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE book_tag (
        tag     TEXT NOT NULL,
        book_id INTEGER NOT NULL,
        PRIMARY KEY (tag, book_id)
      ) STRICT, WITHOUT ROWID;

      -- Folded words of shown books. A row's number is the book's rank and its id: rank << 40 | id, so that matches come best
      -- first. Contentless: the words of a row are folded again from the row to take them out. The words are separated by
      -- spaces and hold no other ASCII but letters and digits, which is all the ascii tokenizer asks.
      CREATE VIRTUAL TABLE search_index USING fts5(
        title, authors, series, tags, notes, facets,
        content='', columnsize=0, prefix='1 2 3', tokenize='ascii'
      );

      -- Every word that the search index holds, facets aside: for beginnings of words, spellings, and matches inside words. It
      -- may hold words that no book has any more; they are harmless, and `catalog check --repair` drops them.
      CREATE TABLE word (
        word TEXT PRIMARY KEY
      ) STRICT, WITHOUT ROWID;

      -- Where in each order how many shown books stand, so that a page is found without walking to it. A level of a run is a
      -- chain of parts from one row's (key, id) to the next: buckets of books at level 0, groups of the parts below above it.
      -- Without any rows the index is not kept, and lists walk; `catalog check --repair` makes it.
      CREATE TABLE page_index (
        -- 2 × 0 title, 1 author, 2 year, 3 added, 4 rating, 5 pages, 6 series; one more for the books without that key.
        run   INTEGER NOT NULL,
        level INTEGER NOT NULL,
        -- Where the part begins. An infinite id is before (-) or behind (+) all books of the key; the first key is -infinity.
        key   ANY NOT NULL,
        id    ANY NOT NULL,
        books INTEGER NOT NULL,
        PRIMARY KEY (run, level, key, id)
      ) STRICT, WITHOUT ROWID;

      INSERT INTO page_index (run, level, key, id, books)
        SELECT run.column1, level.column1, -9e999, -9e999, 0
        FROM (VALUES (0), (2), (3), (4), (5), (6), (8), (9), (10), (11), (12), (13)) AS run,
          (VALUES (0), (1), (2)) AS level;

      -- What a load has not derived yet, written with its books: words of books that the search index lacks; or
      -- the indexes of lists and the page index, while an empty catalog is filled.
      -- An empty table says that nothing is missing.
      CREATE TABLE derived_pending (
        what     TEXT NOT NULL,                          -- search, lists
        first_id INTEGER NOT NULL,                       -- of search: books first_id to last_id …
        last_id  INTEGER NOT NULL,
        last_row INTEGER NOT NULL,                       -- … whose rows of search_index have a number above this one
        at       INTEGER NOT NULL,                       -- when the load last said so
        PRIMARY KEY (what, first_id)
      ) STRICT, WITHOUT ROWID;

      -- Which books the last transactions changed, for lists that are on a screen in this process or another: the last 10,000
      -- rows or some more. Written in the transaction itself; a NULL says that more books changed than are worth naming.
      CREATE TABLE change (
        seq     INTEGER PRIMARY KEY,                     -- without gaps, so that who misses rows notices
        book_id INTEGER
      ) STRICT;

      -- Where books come from. A smaller precedence is asked first.
      CREATE TABLE source (
        id         INTEGER PRIMARY KEY,
        name       TEXT NOT NULL UNIQUE,
        kind       TEXT NOT NULL,                        -- local, import, samples, feed, opds, calibre, file
        location   TEXT,                                 -- a file or an address, never with credentials
        precedence INTEGER NOT NULL,
        added_at   INTEGER NOT NULL,
        user       TEXT,                                 -- the name to log in with; the password is not kept here
        every      INTEGER,                              -- seconds between two refreshes; NULL only when asked
        state      INTEGER NOT NULL DEFAULT 0            -- 0 refreshed, 1 paused, 2 removed: undo brings it back
      ) STRICT;

      -- Which record of which source is which book. While a book has one record, that record's values are the book's columns
      -- (`theirs` where a field is edited) and payload is null; with several, each keeps its own.
      CREATE TABLE source_record (
        source_id INTEGER NOT NULL REFERENCES source (id),
        remote_id TEXT NOT NULL,
        book_id   INTEGER NOT NULL REFERENCES book (id),
        hash      INTEGER NOT NULL,                      -- fingerprint of the record as it was delivered last
        unknown   TEXT,                                  -- keys the catalog does not know, as JSON
        payload   TEXT,                                  -- what the record says, as JSON
        seen_gen  INTEGER NOT NULL DEFAULT 0,            -- the walk over the whole source that mentioned it last
        missed_gen INTEGER,                              -- the walk that missed it first, where one miss is no proof
        gone_at   INTEGER,                               -- since when the source has it no more
        PRIMARY KEY (source_id, remote_id)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX source_record_by_book ON source_record (book_id);
      -- Books kept although their source has them no more, since the user had something to say of them.
      CREATE INDEX source_record_gone ON source_record (book_id) WHERE gone_at IS NOT NULL;

      -- What the user says of a field: base is what the source said then, theirs what it says now.
      CREATE TABLE field_edit (
        book_id INTEGER NOT NULL REFERENCES book (id),
        field   TEXT NOT NULL,
        base    TEXT,
        theirs  TEXT,
        value   TEXT,
        at      INTEGER NOT NULL,
        PRIMARY KEY (book_id, field)
      ) STRICT, WITHOUT ROWID;

      -- An edit is in conflict while its source says neither what it said then nor what the user says. Tags merge; of an ISBN
      -- the digits count; of dates, one that only says more is no contradiction.
      CREATE INDEX field_edit_conflict ON field_edit (book_id, field)
        WHERE field <> 'tags'
          AND CASE field WHEN 'isbn' THEN substr(theirs, 1, 13) ELSE theirs END
              IS NOT CASE field WHEN 'isbn' THEN substr(base, 1, 13) ELSE base END
          AND CASE field WHEN 'isbn' THEN substr(theirs, 1, 13) ELSE theirs END
              IS NOT CASE field WHEN 'isbn' THEN substr(value, 1, 13) ELSE value END
          AND (field <> 'published' OR theirs IS NULL OR value IS NULL
               OR (substr(theirs, 1, length(value) + 1) <> value || '-'
                   AND substr(value, 1, length(theirs) + 1) <> theirs || '-'));

      CREATE VIEW conflict AS
        SELECT book_id, field, base, theirs, value AS mine, at FROM field_edit
        WHERE field <> 'tags'
          AND CASE field WHEN 'isbn' THEN substr(theirs, 1, 13) ELSE theirs END
              IS NOT CASE field WHEN 'isbn' THEN substr(base, 1, 13) ELSE base END
          AND CASE field WHEN 'isbn' THEN substr(theirs, 1, 13) ELSE theirs END
              IS NOT CASE field WHEN 'isbn' THEN substr(value, 1, 13) ELSE value END
          AND (field <> 'published' OR theirs IS NULL OR value IS NULL
               OR (substr(theirs, 1, length(value) + 1) <> value || '-'
                   AND substr(value, 1, length(theirs) + 1) <> theirs || '-'));

      -- What can be undone: one step for each thing a person did, one for each run of an import or a refresh.
      CREATE TABLE step (
        id      INTEGER PRIMARY KEY,
        at      INTEGER NOT NULL,
        kind    TEXT NOT NULL,   -- edit, add, remove, revert, import, refresh, repair, resolve, merge, split, removeSource
        summary TEXT NOT NULL,
        state   INTEGER NOT NULL DEFAULT 0,              -- 0 done, 1 undone, 2 undone and overtaken by a later step
        undone  INTEGER                                  -- which of the undone ones it is: the highest was undone last
      ) STRICT;

      CREATE INDEX step_undone ON step (undone) WHERE state = 1;

      -- How each step changed the user's layer, and the records of runs. A value is '=' and the text, or null for “nothing
      -- said”. Books that a step added are rows with field 'added' that hold a range of ids.
      CREATE TABLE history (
        step_id  INTEGER NOT NULL REFERENCES step (id),
        book_id  INTEGER NOT NULL,
        field    TEXT NOT NULL,
        old      TEXT,
        old_base TEXT,
        new      TEXT,
        new_base TEXT,
        last_book_id INTEGER,                            -- the end of a range of added books
        PRIMARY KEY (step_id, book_id, field)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX history_by_book ON history (book_id, step_id);
      -- Ranges of added books: without it the history of one book would read that of every book before it.
      CREATE INDEX history_added ON history (book_id, last_book_id) WHERE field = 'added';

      -- How far each source has been read. Written in the transaction that stores what was read.
      CREATE TABLE sync_cursor (
        source_id  INTEGER PRIMARY KEY REFERENCES source (id),
        cursor     TEXT,
        epoch      TEXT,                                 -- what the source calls its present life
        generation INTEGER NOT NULL DEFAULT 0,           -- how many walks over the whole source were begun
        walk       INTEGER NOT NULL DEFAULT 0,           -- 0 none under way, 1 one that missed nothing so far, 2 one that did
        etag       TEXT,
        last_modified TEXT,
        ok_at      INTEGER,                              -- when the source was read to its end last
        fail_at    INTEGER,
        fail_count INTEGER NOT NULL DEFAULT 0,           -- failures since then
        next_at    INTEGER,                              -- not to be asked before, as it said itself or as failures add up
        last_error TEXT
      ) STRICT;

      -- Records that could not be used. They are read again when the rules by which they are read change.
      CREATE TABLE quarantine (
        source_id INTEGER NOT NULL REFERENCES source (id),
        remote_id TEXT NOT NULL,                         -- or a name made of the bytes, where the record has none
        payload   BLOB NOT NULL,                         -- the bytes of the record
        reason    TEXT NOT NULL,
        decoder   INTEGER NOT NULL,                      -- the version of the rules it was read by
        first_at  INTEGER NOT NULL,
        PRIMARY KEY (source_id, remote_id)
      ) STRICT, WITHOUT ROWID;

      -- Who is at a work that two processes should not do at once. It only saves work: nothing depends on it.
      CREATE TABLE lease (
        name       TEXT PRIMARY KEY,
        holder     TEXT NOT NULL,
        epoch      INTEGER NOT NULL,                     -- grows whenever another one takes it
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- Runs that changed something or failed.
      CREATE TABLE sync_run (
        id        INTEGER PRIMARY KEY,
        source_id INTEGER NOT NULL REFERENCES source (id),
        step_id   INTEGER REFERENCES step (id),
        started   INTEGER NOT NULL,
        ended     INTEGER,
        added     INTEGER NOT NULL DEFAULT 0,
        updated   INTEGER NOT NULL DEFAULT 0,
        unchanged INTEGER NOT NULL DEFAULT 0,
        rejected  INTEGER NOT NULL DEFAULT 0,
        removed   INTEGER NOT NULL DEFAULT 0,
        error     TEXT
      ) STRICT;

      -- What providers of metadata say of books. It fills what is absent, while the book is asked for by what it was then.
      CREATE TABLE metadata (
        book_id         INTEGER NOT NULL REFERENCES book (id),
        provider        TEXT NOT NULL,
        input           INTEGER NOT NULL,                -- fingerprint of what was asked by: the ISBN, or title and authors
        fetched_at      INTEGER NOT NULL,
        title           TEXT,
        authors         TEXT NOT NULL DEFAULT '',        -- one name a line, in order
        first_published INTEGER,                         -- like book.published
        pages           INTEGER,
        average_rating  REAL,                            -- 0 to 5
        ratings_count   INTEGER,
        subjects        TEXT NOT NULL DEFAULT '',        -- one a line
        cover           TEXT,                            -- the address of an image
        key             TEXT,                            -- the provider's name for the work
        description     TEXT,
        PRIMARY KEY (book_id, provider)
      ) STRICT;

      -- How far each row's metadata is with each provider. A row that nobody asked for has no line.
      CREATE TABLE fetch_state (
        provider   TEXT NOT NULL,
        book_id    INTEGER NOT NULL REFERENCES book (id),
        input      INTEGER NOT NULL,                     -- fingerprint of what it is asked by, as in metadata
        state      INTEGER NOT NULL,                     -- 0 waiting, 1 loaded, 2 not known there, 3 failed
        stage      INTEGER NOT NULL DEFAULT 0,           -- what is asked for next: 0 what lists show, 1 the rest
        -- Where it stands: 0 being asked for, 1 asked for by hand, 2 seen or new, 3 the rest, 4 asked for again later.
        queue      INTEGER NOT NULL,
        due_at     INTEGER NOT NULL,                     -- not to be asked for before; of queue 0, when the claim runs out
        claimed_by TEXT,                                 -- who is asking
        attempts   INTEGER NOT NULL DEFAULT 0,           -- answers that could not be used, or that knew nothing, in a row
        etag       TEXT,
        last_error TEXT,
        PRIMARY KEY (provider, book_id)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX fetch_due ON fetch_state (provider, queue, due_at);

      -- How the hosts of providers are doing, for all processes.
      CREATE TABLE host_state (
        host          TEXT PRIMARY KEY,
        tat           INTEGER NOT NULL DEFAULT 0,        -- when the requests so far are spent, at the rate of the host
        blocked_until INTEGER NOT NULL DEFAULT 0,        -- it asked to be left alone until then
        failures      INTEGER NOT NULL DEFAULT 0,        -- in a row
        breaker       INTEGER NOT NULL DEFAULT 0,        -- how many times it was given up in a row; 0 while it answers
        breaker_until INTEGER NOT NULL DEFAULT 0,        -- one request tries it again then
        denied        INTEGER,                           -- the settings that it refused; it is asked again with others
        last_error    TEXT
      ) STRICT, WITHOUT ROWID;

      -- Facts about the file itself, such as the version of the folding its keys were made with.
      CREATE TABLE catalog_fact (
        name  TEXT PRIMARY KEY,
        value INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """##
    ),
    (
      "0002-step-order.sql",
      ##"""
      -- In which order steps were done, so that `undo` takes back what was done last, also where that was done again by `redo`, and
      -- `redo` does again what was undone last: `turn` grows with each step, each undo and each redo. `undone` follows from it, and
      -- stays for programs that read it.
      --
      -- Two more states: 3 being undone, 4 being redone. A step that is stopped midway stays in it until somebody goes on with it or
      -- turns back; once another step is made it counts as done, so that undo reaches what there is of it.
      DROP INDEX step_undone;
      ALTER TABLE step ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
      UPDATE step SET turn = id + CASE state WHEN 1 THEN (SELECT max(id) FROM step) - id + coalesce(undone, 0) ELSE 0 END;
      ALTER TABLE step DROP COLUMN undone;
      ALTER TABLE step ADD COLUMN undone INTEGER AS (CASE state WHEN 1 THEN turn END);
      CREATE INDEX step_by_turn ON step (turn);
      CREATE INDEX step_undone ON step (turn) WHERE state IN (1, 3, 4);
      """##
    ),
    (
      "0003-record-rank.sql",
      ##"""
      -- In which order the records of one book are asked: the smallest rank first, and within a rank by their sources'
      -- precedence. Merging books ranks what the others brought behind what the first one had, for this book alone.
      ALTER TABLE source_record ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
      """##
    ),
    (
      "0004-source-notes.sql",
      ##"""
      -- What a source keeps beside its cursor, where that is too much to be written whole with each page: the feeds that a walk
      -- through menus has met, in their order. A list that grows at its end; written in the transaction that stores the cursor.
      CREATE TABLE source_note (
        source_id INTEGER NOT NULL REFERENCES source (id),
        number    INTEGER NOT NULL,                      -- from 0 on
        text      TEXT NOT NULL,
        PRIMARY KEY (source_id, number)
      ) STRICT, WITHOUT ROWID;
      """##
    ),
    (
      "0005-search-bits.sql",
      ##"""
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
      """##
    ),
    (
      "0006-search-changes.sql",
      ##"""
      -- What single edits change in the search index, kept beside its sets until many are put into them together: a title of four
      -- words is in forty sets.
      CREATE TABLE posting_change (
        book  INTEGER PRIMARY KEY,
        terms BLOB NOT NULL                              -- PostingChange.swift
      ) STRICT;
      """##
    ),
    (
      "0007-editions.sql",
      ##"""
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
      """##
    ),
    (
      "0008-decoder.sql",
      ##"""
      -- The version of the rules by which everything before the cursor was read; negative while the source is being read from its
      -- beginning since its rules are newer than those by which it was read before.
      ALTER TABLE sync_cursor ADD COLUMN decoder INTEGER NOT NULL DEFAULT 1;
      """##
    ),
    (
      "0009-own-fields.sql",
      ##"""
      -- The fields that the user made. Their values are details of books: of field 3, a text, the line `own.3.text`, a tab, the
      -- value. A name may be changed, a kind never.
      CREATE TABLE own_field (
        id      INTEGER PRIMARY KEY,
        name    TEXT NOT NULL,
        first_name TEXT NOT NULL,                        -- what it was called when it was made: sources go on calling it so
        kind    TEXT NOT NULL,                           -- text, number, date, flag, list, choice
        choices TEXT NOT NULL DEFAULT '',                -- of a choice its words, one a line
        removed INTEGER NOT NULL DEFAULT 0               -- 1 removed by the user: its values stay, and nothing shows them
      ) STRICT;

      -- Whether what a source says of personal fields is the user's own word, as in an import.
      ALTER TABLE source ADD COLUMN mine INTEGER NOT NULL DEFAULT 0;
      UPDATE source SET mine = 1 WHERE kind IN ('import', 'calibre-library');

      -- Whether nobody asked for what the step did: a run of what was due. Undo passes over such steps, and takes one back by its
      -- number.
      ALTER TABLE step ADD COLUMN by_itself INTEGER NOT NULL DEFAULT 0;
      """##
    ),
    (
      "0010-ratings.sql",
      ##"""
      -- The user's ratings and the averages of others, an order of lists each. Which books lists hold between which ratings, and
      -- in which sets of the search index rated books are, is made anew behind this script (DerivedUpgrade.swift), in its
      -- transaction: other books are in the sets of their averages already.
      DROP INDEX IF EXISTS book_by_rating;
      CREATE INDEX book_by_rating  ON book (rating)         WHERE hidden = 0;
      CREATE INDEX book_by_average ON book (average_rating) WHERE hidden = 0;

      INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('ratings', 0, -1, 0);
      """##
    ),
    (
      "0011-own-orders.sql",
      ##"""
      -- Lists are ordered by fields that the user made, too: the search index has a term more for a text, a list or a choice, by
      -- which it is ordered. It is made behind this script (DerivedUpgrade.swift), in its transaction.
      INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('own-orders', 0, -1, 0);
      """##
    ),
    (
      "0012-persons.sql",
      ##"""
      -- Who makes steps besides the owner of the catalog. A row comes with somebody's first step.
      CREATE TABLE person (
        id   INTEGER PRIMARY KEY CHECK (id > 0),
        name TEXT NOT NULL UNIQUE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 100 AND instr(name, char(10)) = 0)
      ) STRICT;

      -- Who made the step; null: the owner, and of what nobody asked for, nobody.
      ALTER TABLE step ADD COLUMN person INTEGER REFERENCES person (id);

      -- What somebody undoes next is found without passing over the steps of others.
      CREATE INDEX step_by_person ON step (person, turn) WHERE by_itself = 0;
      """##
    ),
    (
      "0013-reading.sql",
      ##"""
      -- What readers ask for: which fields a book has a value of, when its readings began and ended, and what changed when. The
      -- search index has new terms of every book, which are made behind this script (DerivedUpgrade.swift), in its transaction.
      CREATE INDEX book_by_changed ON book (changed_at) WHERE hidden = 0;

      INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('reading', 0, -1, 0);

      -- Of a source of the user's own, what the record says of personal fields, as book.details has fields: what shows while the
      -- user says nothing. Empty where it says nothing of them; null of other sources, and where an older version took the record in
      -- and nobody knows.
      ALTER TABLE source_record ADD COLUMN personal TEXT;
      """##
    ),
    (
      "0014-saved-searches.sql",
      ##"""
      -- Searches that the user gave a name, by it in small letters.
      CREATE TABLE saved_search (
        key   TEXT PRIMARY KEY,
        name  TEXT NOT NULL,
        query TEXT NOT NULL,
        sort  TEXT                                       -- an order by its name, as it is typed; null: as the list has it
      ) STRICT, WITHOUT ROWID;
      """##
    ),
    (
      "0015-step-command.sql",
      ##"""
      -- What somebody typed, or asked for otherwise, that made a step; null where nobody said.
      ALTER TABLE step ADD COLUMN command TEXT;
      """##
    ),
    (
      "0016-accounts.sql",
      ##"""
      -- Who may use the catalog over a network. An account is a person; what the person did stays when the account goes.
      CREATE TABLE account (
        id       INTEGER PRIMARY KEY REFERENCES person (id),
        key      TEXT NOT NULL UNIQUE,                   -- the name in small letters, by which it is found
        role     TEXT NOT NULL,                          -- reader, editor, owner
        password TEXT,                                   -- a hash as crypt(5) has them; null: none is taken
        added_at INTEGER NOT NULL
      ) STRICT;

      -- What programs of an account log in with, each by a secret of its own that can be taken back.
      CREATE TABLE device_token (
        id         INTEGER PRIMARY KEY AUTOINCREMENT,    -- no number twice, so that nobody takes back another one than they saw
        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        name       TEXT NOT NULL,
        hash       BLOB NOT NULL UNIQUE,                 -- SHA-256 of the secret
        made_at    INTEGER NOT NULL,
        used_on    INTEGER,                              -- the last day, like book.published
        UNIQUE (account_id, name)
      ) STRICT;

      -- Who is logged in with a browser.
      CREATE TABLE session (
        hash       BLOB PRIMARY KEY,                     -- SHA-256 of the secret that the browser has
        account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        made_at    INTEGER NOT NULL,
        ends_at    INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX session_by_account ON session (account_id, made_at);
      CREATE INDEX session_by_end ON session (ends_at);
      """##
    ),
    (
      "0017-marks.sql",
      ##"""
      -- What each person besides the owner says of a book for themselves: whether they have read it, what they think of it. The owner's
      -- stands in the book.
      CREATE TABLE mark (
        book_id   INTEGER NOT NULL REFERENCES book (id),
        person_id INTEGER NOT NULL REFERENCES person (id),
        says      TEXT NOT NULL,                         -- fields and their values, like book.details
        PRIMARY KEY (person_id, book_id)
      ) STRICT, WITHOUT ROWID;

      -- What all say of a book that becomes another one's.
      CREATE INDEX mark_by_book ON mark (book_id);

      -- Words of notes and reviews leave the sets of words that all may look for: made behind this script (DerivedUpgrade.swift), in
      -- its transaction.
      INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('notes', 0, -1, 0);
      """##
    ),
    (
      "0018-shown-reviews.sql",
      ##"""
      -- Who shows their reviews to all who have an account; -1 is the owner, since 0 is who is not known yet. No step of the history,
      -- like accounts.
      CREATE TABLE shown_reviews (
        person_id INTEGER PRIMARY KEY
      ) STRICT;
      """##
    ),
    (
      "0019-readings.sql",
      ##"""
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
      """##
    ),
    (
      "0020-work-years.sql",
      ##"""
      -- The date whose year lists show and by which they order books: of the first publication, else of the edition, as
      -- sources and the user give them. Dates of metadata providers do not count. Encoded like published.
      ALTER TABLE book ADD COLUMN work_year INTEGER;
      UPDATE book SET work_year = published WHERE published IS NOT NULL;
      CREATE INDEX book_by_work_year ON book (work_year) WHERE hidden = 0;

      -- WorkYearUpgrade.swift corrects books with a date of first publication or with metadata of a provider. It also makes
      -- the sets of the search index and the page index. All of it happens in the transaction of this script.
      INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('work years', 0, -1, 0);
      """##
    ),
  ]
}
