-- What readers ask for: which fields a book has a value of, when its readings began and ended, and what changed when. The
-- search index has new terms of every book, which are made behind this script (DerivedUpgrade.swift), in its transaction.
CREATE INDEX book_by_changed ON book (changed_at) WHERE hidden = 0;

INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('reading', 0, -1, 0);

-- Of a source of the user's own, what the record says of personal fields, as book.details has fields: what shows while the
-- user says nothing. Empty where it says nothing of them; null of other sources, and where an older version took the record in
-- and nobody knows.
ALTER TABLE source_record ADD COLUMN personal TEXT;
