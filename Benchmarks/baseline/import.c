/* The reference point: what a careful C programmer would write by hand for this one feed.
 *
 *   import FEED.json DATABASE SCHEMA.sql [--changes-only] [--authors-once] [--page-cache]
 *
 * yyjson parses the whole document into memory; then one transaction of prepared upserts, WAL,
 * synchronous NORMAL. --changes-only reads the row first and writes only if a value differs;
 * --authors-once skips an embedded author whose key this run has written already; --page-cache gives
 * SQLite 64 MiB for pages in place of its default 2, so that the transaction is not spilled midway.
 * It trusts the feed: keys are there, values have their type, dates are in UTC without a fraction.
 */
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "yyjson.h"

static sqlite3 *database;

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

static void execute(const char *sql) {
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) {
    fail("%s\nin: %s", sqlite3_errmsg(database), sql);
  }
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) {
    fail("%s\nin: %s", sqlite3_errmsg(database), sql);
  }
  return statement;
}

/* A value on its way to a column. Text points into the JSON document, or at `date`. */
typedef struct {
  enum { INTEGER, REAL, TEXT } kind;
  sqlite3_int64 integer;
  double real;
  const char *text;
  int length;
  char date[32];
} Value;

static void set_integer(Value *value, sqlite3_int64 integer) {
  value->kind = INTEGER;
  value->integer = integer;
}

static void get_integer(Value *value, yyjson_val *object, const char *key) {
  set_integer(value, yyjson_get_sint(yyjson_obj_get(object, key)));
}

static void get_real(Value *value, yyjson_val *object, const char *key) {
  value->kind = REAL;
  value->real = yyjson_get_num(yyjson_obj_get(object, key));
}

static void get_text(Value *value, yyjson_val *object, const char *key) {
  yyjson_val *text = yyjson_obj_get(object, key);
  value->kind = TEXT;
  value->text = yyjson_get_str(text);
  value->length = (int)yyjson_get_len(text);
}

/* 2000-08-22T13:28:00Z -> 2000-08-22T13:28:00.000Z */
static void get_date(Value *value, yyjson_val *object, const char *key) {
  const char *date = yyjson_get_str(yyjson_obj_get(object, key));
  memcpy(value->date, date, 19);
  memcpy(value->date + 19, ".000Z", 5);
  value->kind = TEXT;
  value->text = value->date;
  value->length = 24;
}

typedef struct {
  sqlite3_stmt *upsert, *select; /* `select` has the columns after the key, in the order of `upsert` */
} Table;

static void bind(sqlite3_stmt *statement, int index, const Value *value) {
  switch (value->kind) {
    case INTEGER: sqlite3_bind_int64(statement, index, value->integer); break;
    case REAL: sqlite3_bind_double(statement, index, value->real); break;
    case TEXT: sqlite3_bind_text(statement, index, value->text, value->length, SQLITE_STATIC); break;
  }
}

static bool holds(sqlite3_stmt *row, int column, const Value *value) {
  switch (value->kind) {
    case INTEGER: return sqlite3_column_int64(row, column) == value->integer;
    case REAL: return sqlite3_column_double(row, column) == value->real;
    case TEXT: {
      const void *text = sqlite3_column_text(row, column);
      return sqlite3_column_bytes(row, column) == value->length
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

static bool changes_only, authors_once, page_cache;

static void write_row(Table table, const Value *values, int count) {
  if (changes_only && is_unchanged(table.select, values, count)) return;
  for (int i = 0; i < count; i++) bind(table.upsert, i + 1, &values[i]);
  if (sqlite3_step(table.upsert) != SQLITE_DONE) fail("%s", sqlite3_errmsg(database));
  sqlite3_reset(table.upsert);
}

static Table articles, authors, comments;

static void prepare_tables(void) {
  articles.upsert = prepare(
    "INSERT INTO Article (id, title, slug, body, publishedAt, views, rating, author)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title,"
    " slug = excluded.slug, body = excluded.body, publishedAt = excluded.publishedAt,"
    " views = excluded.views, rating = excluded.rating, author = excluded.author");
  articles.select = prepare(
    "SELECT title, slug, body, publishedAt, views, rating, author FROM Article WHERE id = ?");
  authors.upsert = prepare(
    "INSERT INTO Author (id, name, email, joinedAt) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
    " name = excluded.name, email = excluded.email, joinedAt = excluded.joinedAt");
  authors.select = prepare("SELECT name, email, joinedAt FROM Author WHERE id = ?");
  comments.upsert = prepare(
    "INSERT INTO Comment (id, body, createdAt, likes, article, author) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (id) DO UPDATE SET body = excluded.body, createdAt = excluded.createdAt,"
    " likes = excluded.likes, article = excluded.article, author = excluded.author");
  comments.select = prepare(
    "SELECT body, createdAt, likes, article, author FROM Comment WHERE id = ?");
}

/* One bit per author key; keys beyond it are written each time. */
enum { REMEMBERED_AUTHORS = 1 << 20 };
static unsigned char written_authors[REMEMBERED_AUTHORS / 8];

static bool is_first_mention(sqlite3_int64 key) {
  if (key < 0 || key >= REMEMBERED_AUTHORS) return true;
  unsigned char bit = 1 << (key & 7), *byte = &written_authors[key >> 3];
  bool is_first = !(*byte & bit);
  *byte |= bit;
  return is_first;
}

static sqlite3_int64 import_author(yyjson_val *author) {
  Value values[4];
  get_integer(&values[0], author, "id");
  if (authors_once && !is_first_mention(values[0].integer)) return values[0].integer;
  get_text(&values[1], author, "name");
  get_text(&values[2], author, "email");
  get_date(&values[3], author, "joined_at");
  write_row(authors, values, 4);
  return values[0].integer;
}

static void import_comment(yyjson_val *comment, sqlite3_int64 article) {
  Value values[6];
  get_integer(&values[0], comment, "id");
  get_text(&values[1], comment, "body");
  get_date(&values[2], comment, "created_at");
  get_integer(&values[3], comment, "likes");
  set_integer(&values[4], article);
  set_integer(&values[5], import_author(yyjson_obj_get(comment, "author")));
  write_row(comments, values, 6);
}

static void import_article(yyjson_val *article) {
  Value values[8];
  get_integer(&values[0], article, "id");
  get_text(&values[1], article, "title");
  get_text(&values[2], article, "slug");
  get_text(&values[3], article, "body");
  get_date(&values[4], article, "published_at");
  get_integer(&values[5], article, "views");
  get_real(&values[6], article, "rating");
  set_integer(&values[7], import_author(yyjson_obj_get(article, "author")));
  write_row(articles, values, 8);

  size_t index, count;
  yyjson_val *comment;
  yyjson_arr_foreach(yyjson_obj_get(article, "comments"), index, count, comment) {
    import_comment(comment, values[0].integer);
  }
}

static char *read_text(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail("cannot open %s", path);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc(size + 1);
  if (!text || fread(text, 1, size, file) != (size_t)size) fail("cannot read %s", path);
  text[size] = 0;
  fclose(file);
  return text;
}

int main(int argc, char **argv) {
  if (argc < 4) fail("usage: import FEED.json DATABASE SCHEMA.sql [OPTION]...");
  for (int i = 4; i < argc; i++) {
    if (!strcmp(argv[i], "--changes-only")) changes_only = true;
    else if (!strcmp(argv[i], "--authors-once")) authors_once = true;
    else if (!strcmp(argv[i], "--page-cache")) page_cache = true;
    else fail("unknown option %s", argv[i]);
  }

  yyjson_read_err problem;
  yyjson_doc *document = yyjson_read_file(argv[1], 0, NULL, &problem);
  if (!document) fail("%s: %s at byte %zu", argv[1], problem.msg, problem.pos);

  if (sqlite3_open(argv[2], &database) != SQLITE_OK) fail("%s", sqlite3_errmsg(database));
  execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  if (page_cache) execute("PRAGMA cache_size = -65536");
  execute(read_text(argv[3]));
  prepare_tables();

  execute("BEGIN");
  size_t index, count;
  yyjson_val *article;
  yyjson_arr_foreach(yyjson_doc_get_root(document), index, count, article) import_article(article);
  execute("COMMIT");

  Table tables[] = {articles, authors, comments};
  for (int i = 0; i < 3; i++) {
    sqlite3_finalize(tables[i].upsert);
    sqlite3_finalize(tables[i].select);
  }
  if (sqlite3_close(database) != SQLITE_OK) fail("%s", sqlite3_errmsg(database));
  yyjson_doc_free(document);
  return 0;
}
