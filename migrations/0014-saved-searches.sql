-- Searches that the user gave a name, by it in small letters.
CREATE TABLE saved_search (
  key   TEXT PRIMARY KEY,
  name  TEXT NOT NULL,
  query TEXT NOT NULL,
  sort  TEXT                                       -- an order by its name, as it is typed; null: as the list has it
) STRICT, WITHOUT ROWID;
