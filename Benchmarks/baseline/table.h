/* What an entity's objects hold and where it goes: read from a file of tables/, so that one program can do
 * what would otherwise be written by hand for each document. The file is an object of entities, each a list
 * of fields [kind, column, key, ...]; the first is the primary key, an integer.
 *
 *   integer real text date bool   a column (`?` after it: may be null or missing); a fourth word `index` says so
 *   parent                        a column with the key of the object around this one
 *   one                           a column with the key of the object embedded under `key`, of the fourth word's entity
 *   many                          objects under `key`, of the fourth word's entity, in whose `column` this key goes
 *   links                         objects under `key`, of the fourth word's entity, linked by the table `column`
 *   keys                          the same with bare keys
 */
#ifndef TABLE_H
#define TABLE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "yyjson.h"

typedef enum { INTEGER, REAL, TEXT, DATE, BOOL, PARENT, ONE, MANY, LINKS, KEYS } Kind;

typedef struct Table Table;

typedef struct {
  Kind kind;
  const char *column, *key;
  size_t key_length;
  Table *target;
  sqlite3_stmt *link; /* links and keys: adds one */
} Field;

enum { MAXIMUM_FIELDS = 64, MAXIMUM_TABLES = 16 };

struct Table {
  const char *name;
  int count, columns;
  Field fields[MAXIMUM_FIELDS]; /* the columns first, in the order of `upsert`; then many, links and keys */
  sqlite3_stmt *upsert, *select, *delete; /* `select` has the columns after the key */
  unsigned char *mentioned; /* one bit per key: whether this run has written that row */
  bool is_embedded; /* whether other objects carry objects of this entity */
};

extern sqlite3 *database;

_Noreturn void fail(const char *format, ...);
void execute(const char *sql);
sqlite3_stmt *prepare(const char *format, ...);

/* The table of an entity, with those it refers to. */
Table *read_tables(const char *path, const char *entity);
void prepare_tables(void);
void finalize_tables(void);

/* Notes a key; says whether it had not been noted before. Keys that no bit is kept for are always new. */
bool is_first_mention(Table *table, sqlite3_int64 key);
bool is_mentioned(const Table *table, sqlite3_int64 key);

#endif
