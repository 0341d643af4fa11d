-- What a source keeps beside its cursor, where that is too much to be written whole with each page: the feeds that a walk
-- through menus has met, in their order. A list that grows at its end; written in the transaction that stores the cursor.
CREATE TABLE source_note (
  source_id INTEGER NOT NULL REFERENCES source (id),
  number    INTEGER NOT NULL,                      -- from 0 on
  text      TEXT NOT NULL,
  PRIMARY KEY (source_id, number)
) STRICT, WITHOUT ROWID;
