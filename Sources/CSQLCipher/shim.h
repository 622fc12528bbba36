#ifndef ROWSMITH_CSQLCIPHER_SHIM_H
#define ROWSMITH_CSQLCIPHER_SHIM_H

#include <sqlcipher/sqlite3.h>
#include "../CSQLite/functions.h"

/* The header has it for those alone who define SQLITE_HAS_CODEC. */
int sqlite3_key(sqlite3 *connection, const void *key, int length);

#endif
