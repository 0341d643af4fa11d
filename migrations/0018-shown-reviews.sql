-- Who shows their reviews to all who have an account; 0 is the owner. No step of the history, like accounts.
CREATE TABLE shown_reviews (
  person_id INTEGER PRIMARY KEY
) STRICT;
