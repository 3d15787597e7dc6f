#pragma once
#include <sqlite3.h>
// A macro with a cast is not imported into Swift; a static inline function is.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }
