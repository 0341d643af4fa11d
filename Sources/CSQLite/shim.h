// What Swift needs of the system's SQLite and cannot import by itself.
#pragma once
#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int csqlite_db_config(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

// SQLITE_TRANSIENT is a cast of -1, which Swift cannot import: SQLite copies the bound bytes.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
