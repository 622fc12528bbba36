#ifndef ROWSMITH_CSQLITE_FUNCTIONS_H
#define ROWSMITH_CSQLITE_FUNCTIONS_H

/* What Swift cannot import of SQLite's header, for CSQLite and CSQLCipher: it stands behind the sqlite3.h of either. */

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/* Swift cannot import the destructor macros of SQLite, which are casts
   of integers to function pointers. Any length can be given: SQLite
   refuses one that is too great with SQLITE_TOOBIG. */

static inline int rowsmith_bind_text_static(sqlite3_stmt *statement, int index, const void *text, size_t length) {
  return sqlite3_bind_text64(statement, index, (const char *)text, length, SQLITE_STATIC, SQLITE_UTF8);
}

static inline int rowsmith_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes, size_t length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_STATIC);
}

static inline int rowsmith_bind_text_copied(sqlite3_stmt *statement, int index, const void *text, size_t length) {
  return sqlite3_bind_text64(statement, index, (const char *)text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int rowsmith_bind_blob_copied(sqlite3_stmt *statement, int index, const void *bytes, size_t length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

static inline void rowsmith_result_text_copied(sqlite3_context *context, const void *text, size_t length) {
  sqlite3_result_text64(context, (const char *)text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void rowsmith_result_blob_copied(sqlite3_context *context, const void *bytes, size_t length) {
  sqlite3_result_blob64(context, bytes, length, SQLITE_TRANSIENT);
}

/* Variadic functions are not imported. Without this, SQLite takes "name" for the text 'name' where no column has that
   name. */
static inline int rowsmith_refuse_double_quoted_text(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)NULL);
  return code == SQLITE_OK ? sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)NULL) : code;
}

/* To be called before SQLite is used in the process. */
static inline void rowsmith_leave_out_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#if defined(__linux__)
/* Declared only for those who ask for GNU's extensions. */
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
#endif

/* How many bytes of its stack the current thread has left; 0 where that is not known. */
static inline size_t rowsmith_stack_left(void) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
#if defined(__APPLE__)
  uintptr_t end = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  uintptr_t start = end - pthread_get_stacksize_np(pthread_self());
#elif defined(__linux__)
  /* Found once for each thread: for the first one, a file has to be read. */
  static __thread uintptr_t start = 0, end = 0;
  pthread_attr_t attributes;
  if (end == 0 && pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void *address = NULL;
    size_t size = 0;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0) {
      start = (uintptr_t)address;
      end = start + size;
    }
    pthread_attr_destroy(&attributes);
  }
#else
  uintptr_t start = 0, end = 0;
#endif
  /* Elsewhere is a stack that the thread has been lent. */
  return here > start && here < end ? here - start : 0;
}

#endif
