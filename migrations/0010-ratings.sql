-- The user's ratings and the averages of others, an order of lists each. Which books lists hold between which ratings, and
-- in which sets of the search index rated books are, is made anew behind this script (DerivedUpgrade.swift), in its
-- transaction: other books are in the sets of their averages already.
DROP INDEX IF EXISTS book_by_rating;
CREATE INDEX book_by_rating  ON book (rating)         WHERE hidden = 0;
CREATE INDEX book_by_average ON book (average_rating) WHERE hidden = 0;

INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('ratings', 0, -1, 0);
