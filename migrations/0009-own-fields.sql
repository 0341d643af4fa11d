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
