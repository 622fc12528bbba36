#include "row.h"

#include <stdlib.h>
#include <string.h>

bool changes_only, once, notes_roots;

/* A value on its way to a column. Text points into the JSON document, or at `date`. */
typedef struct {
  enum { IS_NULL, IS_INTEGER, IS_REAL, IS_TEXT } kind;
  int length;
  union {
    sqlite3_int64 integer;
    double real;
    const char *text;
  };
  char date[24];
} Value;

static void set_integer(Value *value, sqlite3_int64 integer) {
  value->kind = IS_INTEGER;
  value->integer = integer;
}

static void set_value(Value *value, Kind kind, yyjson_val *json) {
  if (!json || yyjson_is_null(json)) {
    value->kind = IS_NULL;
    return;
  }
  switch (kind) {
    case REAL:
      value->kind = IS_REAL;
      value->real = yyjson_get_num(json);
      break;
    case TEXT:
      value->kind = IS_TEXT;
      value->text = yyjson_get_str(json);
      value->length = (int)yyjson_get_len(json);
      break;
    case DATE: /* 2000-08-22T13:28:00Z -> 2000-08-22T13:28:00.000Z */
      memcpy(value->date, yyjson_get_str(json), 19);
      memcpy(value->date + 19, ".000Z", 5);
      value->kind = IS_TEXT;
      value->text = value->date;
      value->length = 24;
      break;
    case BOOL: set_integer(value, yyjson_get_bool(json)); break;
    default: set_integer(value, yyjson_get_sint(json)); break;
  }
}

static void bind(sqlite3_stmt *statement, int index, const Value *value) {
  switch (value->kind) {
    case IS_NULL: sqlite3_bind_null(statement, index); break;
    case IS_INTEGER: sqlite3_bind_int64(statement, index, value->integer); break;
    case IS_REAL: sqlite3_bind_double(statement, index, value->real); break;
    case IS_TEXT: sqlite3_bind_text(statement, index, value->text, value->length, SQLITE_STATIC); break;
  }
}

static bool holds(sqlite3_stmt *row, int column, const Value *value) {
  switch (value->kind) {
    case IS_NULL: return sqlite3_column_type(row, column) == SQLITE_NULL;
    case IS_INTEGER:
      return sqlite3_column_type(row, column) == SQLITE_INTEGER
        && sqlite3_column_int64(row, column) == value->integer;
    case IS_REAL:
      return sqlite3_column_type(row, column) == SQLITE_FLOAT && sqlite3_column_double(row, column) == value->real;
    case IS_TEXT: {
      const void *text = sqlite3_column_text(row, column);
      return sqlite3_column_bytes(row, column) == value->length && text
        && memcmp(text, value->text, value->length) == 0;
    }
  }
  return false;
}

static bool is_unchanged(sqlite3_stmt *select, const Value *values, int count) {
  sqlite3_bind_int64(select, 1, values[0].integer);
  bool same = sqlite3_step(select) == SQLITE_ROW;
  for (int i = 1; same && i < count; i++) same = holds(select, i - 1, &values[i]);
  sqlite3_reset(select);
  return same;
}

static void step(sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) fail("%s", sqlite3_errmsg(database));
  sqlite3_reset(statement);
}

static void add_link(sqlite3_stmt *link, sqlite3_int64 source, sqlite3_int64 target) {
  sqlite3_bind_int64(link, 1, source);
  sqlite3_bind_int64(link, 2, target);
  step(link);
}

static void import_items(const Field *field, yyjson_val *items, sqlite3_int64 key) {
  size_t index, count;
  yyjson_val *item;
  yyjson_arr_foreach(items, index, count, item) {
    switch (field->kind) {
      case MANY: import_object(field->target, item, key); break;
      case LINKS: add_link(field->link, key, import_object(field->target, item, NO_PARENT)); break;
      default: add_link(field->link, key, yyjson_get_sint(item)); break;
    }
  }
}

sqlite3_int64 import_object(Table *table, yyjson_val *object, sqlite3_int64 parent) {
  /* Looks at the key after the one found last first, so that keys in the usual order are found at once. */
  yyjson_obj_iter keys = yyjson_obj_iter_with(object);
  Value values[MAXIMUM_FIELDS];
  set_integer(&values[0], 0);
  for (int i = 0; i < table->columns; i++) {
    const Field *field = &table->fields[i];
    if (field->kind == PARENT) {
      set_integer(&values[i], parent);
      if (parent == NO_PARENT) values[i].kind = IS_NULL;
      continue;
    }
    yyjson_val *json = yyjson_obj_iter_getn(&keys, field->key, field->key_length);
    if (field->kind == ONE && json && !yyjson_is_null(json)) {
      set_integer(&values[i], import_object(field->target, json, NO_PARENT));
    } else {
      set_value(&values[i], field->kind, json);
    }
    if (i == 0 && ((once && table->is_embedded) || notes_roots)
        && !is_first_mention(table, values[0].integer) && once && table->is_embedded) {
      return values[0].integer;
    }
  }
  if (!changes_only || !is_unchanged(table->select, values, table->columns)) {
    for (int i = 0; i < table->columns; i++) bind(table->upsert, i + 1, &values[i]);
    step(table->upsert);
  }
  for (int i = table->columns; i < table->count; i++) {
    const Field *field = &table->fields[i];
    import_items(field, yyjson_obj_iter_getn(&keys, field->key, field->key_length), values[0].integer);
  }
  return values[0].integer;
}

void prune(Table *table) {
  sqlite3_int64 *gone = NULL;
  size_t count = 0, room = 0;
  sqlite3_stmt *all = prepare("SELECT \"%w\" FROM \"%w\"", table->fields[0].column, table->name);
  while (sqlite3_step(all) == SQLITE_ROW) {
    sqlite3_int64 key = sqlite3_column_int64(all, 0);
    if (is_mentioned(table, key)) continue;
    if (count == room) gone = realloc(gone, (room = room ? 2 * room : 1024) * sizeof *gone);
    gone[count++] = key;
  }
  sqlite3_finalize(all);
  for (int i = table->columns; i < table->count; i++) {
    const Field *field = &table->fields[i];
    if (field->kind != MANY) continue;
    sqlite3_stmt *clear = prepare("UPDATE \"%w\" SET \"%w\" = NULL WHERE \"%w\" = ?",
      field->target->name, field->column, field->column);
    for (size_t row = 0; row < count; row++) {
      sqlite3_bind_int64(clear, 1, gone[row]);
      step(clear);
    }
    sqlite3_finalize(clear);
  }
  for (size_t row = 0; row < count; row++) {
    sqlite3_bind_int64(table->delete, 1, gone[row]);
    step(table->delete);
  }
  free(gone);
}
