-- What readers ask for: which fields a book has a value of, when its readings began and ended, and what changed when. The
-- search index has new terms of every book, which are made behind this script (DerivedUpgrade.swift), in its transaction.
CREATE INDEX book_by_changed ON book (changed_at) WHERE hidden = 0;

INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('reading', 0, -1, 0);
