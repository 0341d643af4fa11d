-- Who may use the catalog over a network. An account is a person; what the person did stays when the account goes.
CREATE TABLE account (
  id       INTEGER PRIMARY KEY REFERENCES person (id),
  key      TEXT NOT NULL UNIQUE,                   -- the name in small letters, by which it is found
  role     TEXT NOT NULL,                          -- reader, editor, owner
  password TEXT,                                   -- a hash as crypt(5) has them; null: none is taken
  added_at INTEGER NOT NULL
) STRICT;

-- What programs of an account log in with, each by a secret of its own that can be taken back.
CREATE TABLE device_token (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,    -- no number twice, so that nobody takes back another one than they saw
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  hash       BLOB NOT NULL UNIQUE,                 -- SHA-256 of the secret
  made_at    INTEGER NOT NULL,
  used_on    INTEGER,                              -- the last day, like book.published
  UNIQUE (account_id, name)
) STRICT;

-- Who is logged in with a browser.
CREATE TABLE session (
  hash       BLOB PRIMARY KEY,                     -- SHA-256 of the secret that the browser has
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  made_at    INTEGER NOT NULL,
  ends_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX session_by_account ON session (account_id, made_at);
CREATE INDEX session_by_end ON session (ends_at);
