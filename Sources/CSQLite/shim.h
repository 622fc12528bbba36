#ifndef ROWSMITH_CSQLITE_SHIM_H
#define ROWSMITH_CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift cannot import SQLite's extended codes, which are expressions, nor its destructor macros, which are casts
   of integers to function pointers. */
static const int rowsmith_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;

static inline int rowsmith_bind_text_static(sqlite3_stmt *statement, int index, const void *text, int length) {
  return sqlite3_bind_text(statement, index, (const char *)text, length, SQLITE_STATIC);
}

static inline int rowsmith_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_STATIC);
}

static inline int rowsmith_bind_text_copied(sqlite3_stmt *statement, int index, const void *text, int length) {
  return sqlite3_bind_text(statement, index, (const char *)text, length, SQLITE_TRANSIENT);
}

static inline int rowsmith_bind_blob_copied(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

static inline void rowsmith_result_text_copied(sqlite3_context *context, const void *text, int length) {
  sqlite3_result_text(context, (const char *)text, length, SQLITE_TRANSIENT);
}

static inline void rowsmith_result_blob_copied(sqlite3_context *context, const void *bytes, int length) {
  sqlite3_result_blob(context, bytes, length, SQLITE_TRANSIENT);
}

/* Variadic functions are not imported. To be called before SQLite is used in the process. */
static inline void rowsmith_leave_out_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
