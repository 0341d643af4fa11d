-- What single edits change in the search index, kept beside its sets until many are put into them together: a title of four
-- words is in forty sets.
CREATE TABLE posting_change (
  book  INTEGER PRIMARY KEY,
  terms BLOB NOT NULL                              -- PostingChange.swift
) STRICT;
