-- Lists are ordered by fields that the user made, too: the search index has a term more for a text, a list or a choice, by
-- which it is ordered. It is made behind this script (DerivedUpgrade.swift), in its transaction.
INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('own-orders', 0, -1, 0);
