#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sqlite3 *database;

static Table tables[MAXIMUM_TABLES];
static int table_count;

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

void execute(const char *sql) {
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) {
    fail("%s\nin: %s", sqlite3_errmsg(database), sql);
  }
}

sqlite3_stmt *prepare(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *sql = sqlite3_vmprintf(format, arguments);
  va_end(arguments);
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) {
    fail("%s\nin: %s", sqlite3_errmsg(database), sql);
  }
  sqlite3_free(sql);
  return statement;
}

static Kind kind_named(const char *name) {
  static const char *const names[] =
    {"integer", "real", "text", "date", "bool", "parent", "one", "many", "links", "keys"};
  size_t length = strcspn(name, "?");
  for (Kind kind = INTEGER; kind <= KEYS; kind++) {
    if (strlen(names[kind]) == length && !memcmp(names[kind], name, length)) return kind;
  }
  fail("unknown kind %s", name);
}

static Table *table_named(yyjson_val *description, const char *name) {
  for (int i = 0; i < table_count; i++) {
    if (!strcmp(tables[i].name, name)) return &tables[i];
  }
  yyjson_val *fields = yyjson_obj_get(description, name), *field;
  if (!fields || table_count == MAXIMUM_TABLES) fail("no table for %s", name);
  Table *table = &tables[table_count++];
  table->name = name;
  size_t index, count;
  for (int is_column = 1; is_column >= 0; is_column--) {
    yyjson_arr_foreach(fields, index, count, field) {
      Kind kind = kind_named(yyjson_get_str(yyjson_arr_get(field, 0)));
      if ((kind < MANY) != is_column || table->count == MAXIMUM_FIELDS) continue;
      Field *made = &table->fields[table->count++];
      made->kind = kind;
      made->column = yyjson_get_str(yyjson_arr_get(field, 1));
      made->key = yyjson_get_str(yyjson_arr_get(field, 2));
      made->key_length = made->key ? strlen(made->key) : 0;
      if (kind >= ONE) made->target = table_named(description, yyjson_get_str(yyjson_arr_get(field, 3)));
      if (kind == ONE || kind == LINKS) made->target->is_embedded = true;
    }
    if (is_column) table->columns = table->count;
  }
  return table;
}

Table *read_tables(const char *path, const char *entity) {
  yyjson_read_err problem;
  yyjson_doc *description = yyjson_read_file(path, 0, NULL, &problem);
  if (!description) fail("%s: %s at byte %zu", path, problem.msg, problem.pos);
  return table_named(yyjson_doc_get_root(description), entity); /* names are kept: so is the document */
}

static void prepare_table(Table *table) {
  char columns[4096] = "", values[1024] = "", updates[8192] = "";
  const char *key = table->fields[0].column;
  for (int i = 0; i < table->columns; i++) {
    const char *column = table->fields[i].column;
    snprintf(columns + strlen(columns), sizeof columns - strlen(columns), "%s\"%s\"", i ? ", " : "", column);
    snprintf(values + strlen(values), sizeof values - strlen(values), "%s?", i ? ", " : "");
    if (i) snprintf(updates + strlen(updates), sizeof updates - strlen(updates), "%s\"%s\" = excluded.\"%s\"",
      i > 1 ? ", " : "", column, column);
  }
  table->upsert = prepare("INSERT INTO \"%w\" (%s) VALUES (%s) ON CONFLICT (\"%w\") DO UPDATE SET %s",
    table->name, columns, values, key, updates);
  table->select = prepare("SELECT %s FROM \"%w\" WHERE \"%w\" = ?", strchr(columns, ',') + 2, table->name, key);
  table->delete = prepare("DELETE FROM \"%w\" WHERE \"%w\" = ?", table->name, key);
  for (int i = table->columns; i < table->count; i++) {
    Field *field = &table->fields[i];
    if (field->kind == MANY) continue;
    field->link = prepare("INSERT OR IGNORE INTO \"%w\" (source, target) VALUES (?, ?)", field->column);
  }
}

void prepare_tables(void) {
  for (int i = 0; i < table_count; i++) prepare_table(&tables[i]);
}

void finalize_tables(void) {
  for (int i = 0; i < table_count; i++) {
    sqlite3_finalize(tables[i].upsert);
    sqlite3_finalize(tables[i].select);
    sqlite3_finalize(tables[i].delete);
    for (int j = 0; j < tables[i].count; j++) sqlite3_finalize(tables[i].fields[j].link);
  }
}

enum { REMEMBERED_KEYS = 1 << 24 };

bool is_first_mention(Table *table, sqlite3_int64 key) {
  if (key < 0 || key >= REMEMBERED_KEYS) return true;
  if (!table->mentioned) table->mentioned = calloc(REMEMBERED_KEYS / 8, 1);
  unsigned char bit = 1 << (key & 7), *byte = &table->mentioned[key >> 3];
  bool is_first = !(*byte & bit);
  *byte |= bit;
  return is_first;
}

bool is_mentioned(const Table *table, sqlite3_int64 key) {
  if (key < 0 || key >= REMEMBERED_KEYS || !table->mentioned) return false;
  return table->mentioned[key >> 3] >> (key & 7) & 1;
}
