/* Debian's SQLite is built without snapshots (SQLITE_ENABLE_SNAPSHOT), which GRDB names, and calls only where an app asks
   for them. These are there for the linker, and fail when called (https://sqlite.org/c3ref/snapshot.html). */
#include <sqlite3.h>

int sqlite3_snapshot_get(sqlite3 *database, const char *schema, sqlite3_snapshot **snapshot) { return SQLITE_ERROR; }

int sqlite3_snapshot_open(sqlite3 *database, const char *schema, sqlite3_snapshot *snapshot) { return SQLITE_ERROR; }

void sqlite3_snapshot_free(sqlite3_snapshot *snapshot) {}

int sqlite3_snapshot_cmp(sqlite3_snapshot *one, sqlite3_snapshot *other) { return 0; }
