-- In which order steps were done, so that `undo` takes back what was done last, also where that was done again by `redo`, and
-- `redo` does again what was undone last: `turn` grows with each step, each undo and each redo. `undone` follows from it, and
-- stays for programs that read it.
--
-- Two more states: 3 being undone, 4 being redone. A step that is stopped midway stays in it until somebody goes on with it or
-- turns back; once another step is made it counts as done, so that undo reaches what there is of it.
DROP INDEX step_undone;
ALTER TABLE step ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
UPDATE step SET turn = id + CASE state WHEN 1 THEN (SELECT max(id) FROM step) - id + coalesce(undone, 0) ELSE 0 END;
ALTER TABLE step DROP COLUMN undone;
ALTER TABLE step ADD COLUMN undone INTEGER AS (CASE state WHEN 1 THEN turn END);
CREATE INDEX step_by_turn ON step (turn);
CREATE INDEX step_undone ON step (turn) WHERE state IN (1, 3, 4);
