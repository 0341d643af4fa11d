-- The date whose year lists show and by which they order books: of the first publication, else of the edition, as
-- sources and the user give them. Dates of metadata providers do not count. Encoded like published.
ALTER TABLE book ADD COLUMN work_year INTEGER;
UPDATE book SET work_year = published WHERE published IS NOT NULL;
CREATE INDEX book_by_work_year ON book (work_year) WHERE hidden = 0;

-- WorkYearUpgrade.swift corrects books with a date of first publication or with metadata of a provider. It also makes
-- the sets of the search index and the page index. All of it happens in the transaction of this script.
INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('work years', 0, -1, 0);
