-- Who makes steps besides the owner of the catalog. A row comes with somebody's first step.
CREATE TABLE person (
  id   INTEGER PRIMARY KEY CHECK (id > 0),
  name TEXT NOT NULL UNIQUE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 100 AND instr(name, char(10)) = 0)
) STRICT;

-- Who made the step; null: the owner, and of what nobody asked for, nobody.
ALTER TABLE step ADD COLUMN person INTEGER REFERENCES person (id);

-- What somebody undoes next is found without passing over the steps of others.
CREATE INDEX step_by_person ON step (person, turn) WHERE by_itself = 0;
