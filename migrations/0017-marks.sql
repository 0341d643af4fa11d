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
