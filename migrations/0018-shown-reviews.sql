-- Who shows their reviews to all who have an account; -1 is the owner, since 0 is who is not known yet. No step of the history,
-- like accounts.
CREATE TABLE shown_reviews (
  person_id INTEGER PRIMARY KEY
) STRICT;
