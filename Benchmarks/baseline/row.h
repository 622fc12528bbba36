#ifndef ROW_H
#define ROW_H

#include <stdint.h>

#include "table.h"

/* changes_only: reads a row first and writes only if a value differs. once: leaves out an embedded object whose
   key this run has written already. */
extern bool changes_only, once, notes_roots;

/* What stands for the key of an object around another one where there is none. */
#define NO_PARENT INT64_MIN

/* Writes an object of a table, and what is embedded in it; returns its key. */
sqlite3_int64 import_object(Table *table, yyjson_val *object, sqlite3_int64 parent);

/* Deletes the rows of a table that this run has not mentioned, and clears the columns that hold their keys. */
void prune(Table *table);

#endif
