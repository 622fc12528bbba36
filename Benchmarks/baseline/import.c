/* The reference point: what a careful C programmer would write, with the tables given by a file (table.h).
 *
 *   import TABLES.json ENTITY SCHEMA.sql DATABASE DOCUMENT [OPTION]...
 *
 * yyjson parses the whole document into memory; then one transaction of prepared upserts, WAL, synchronous
 * NORMAL. It trusts the document: keys are there, values have their type, dates are in UTC without a fraction.
 *
 *   --changes-only  reads the row first and writes only if a value differs
 *   --once          skips an embedded object whose key this run has written already
 *   --page-cache    gives SQLite 64 MiB for pages in place of its default 2, so that the transaction is not
 *                   spilled midway
 *   --log-last      fills a new database without the write-ahead log, and turns it on in the end
 *   --prune         deletes the rows of the root that the document does not name
 *   --lines         one object a line (the brackets and commas of an array around them are passed over), each
 *                   parsed alone; DOCUMENT `-` is standard input
 *   --each          the same with a transaction for each line
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "row.h"

static bool prunes, by_line, in_transactions, page_cache, log_last;

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

static bool is_new(void) {
  sqlite3_stmt *count = prepare("SELECT count(*) FROM sqlite_master");
  bool result = sqlite3_step(count) == SQLITE_ROW && sqlite3_column_int(count, 0) == 0;
  sqlite3_finalize(count);
  return result;
}

static void import_document(Table *table, const char *path) {
  yyjson_read_err problem;
  yyjson_doc *document = yyjson_read_file(path, 0, NULL, &problem);
  if (!document) fail("%s: %s at byte %zu", path, problem.msg, problem.pos);
  execute("BEGIN");
  size_t index, count;
  yyjson_val *object;
  yyjson_arr_foreach(yyjson_doc_get_root(document), index, count, object) import_object(table, object, NO_PARENT);
  if (prunes) prune(table);
  execute("COMMIT");
  yyjson_doc_free(document);
}

static void import_line(Table *table, char *line, char *end, const yyjson_alc *allocator) {
  while (line < end && *line != '{') line++;
  while (end > line && end[-1] != '}') end--;
  if (line == end) return;
  yyjson_read_err problem;
  yyjson_doc *document = yyjson_read_opts(line, end - line, 0, allocator, &problem);
  if (!document) fail("%s at byte %zu of a line", problem.msg, problem.pos);
  import_object(table, yyjson_doc_get_root(document), NO_PARENT);
  yyjson_doc_free(document);
}

static void import_lines(Table *table, const char *path) {
  int file = strcmp(path, "-") ? open(path, O_RDONLY) : STDIN_FILENO;
  if (file < 0) fail("cannot open %s", path);
  size_t room = 1 << 20, filled = 0;
  char *buffer = malloc(room);
  yyjson_alc *allocator = yyjson_alc_dyn_new(); /* takes memory once, not for every line */
  sqlite3_stmt *begin = prepare("BEGIN"), *commit = prepare("COMMIT");
  if (!in_transactions) execute("BEGIN");
  for (;;) {
    if (filled == room && !(buffer = realloc(buffer, room *= 2))) fail("out of memory");
    ssize_t count = read(file, buffer + filled, room - filled);
    if (count < 0) fail("cannot read %s", path);
    filled += (size_t)count;
    char *line = buffer, *end = buffer + filled, *next;
    while ((next = memchr(line, '\n', end - line)) || (count == 0 && line < end && (next = end))) {
      if (in_transactions) sqlite3_step(begin), sqlite3_reset(begin);
      import_line(table, line, next, allocator);
      if (in_transactions && sqlite3_step(commit) != SQLITE_DONE) fail("%s", sqlite3_errmsg(database));
      if (in_transactions) sqlite3_reset(commit);
      line = next == end ? end : next + 1;
    }
    if (count == 0) break;
    filled = (size_t)(end - line);
    memmove(buffer, line, filled);
  }
  if (!in_transactions) execute("COMMIT");
  sqlite3_finalize(begin);
  sqlite3_finalize(commit);
  yyjson_alc_dyn_free(allocator);
  free(buffer);
}

int main(int argc, char **argv) {
  if (argc < 6) fail("usage: import TABLES.json ENTITY SCHEMA.sql DATABASE DOCUMENT [OPTION]...");
  for (int i = 6; i < argc; i++) {
    if (!strcmp(argv[i], "--changes-only")) changes_only = true;
    else if (!strcmp(argv[i], "--once")) once = true;
    else if (!strcmp(argv[i], "--page-cache")) page_cache = true;
    else if (!strcmp(argv[i], "--log-last")) log_last = true;
    else if (!strcmp(argv[i], "--prune")) prunes = notes_roots = true;
    else if (!strcmp(argv[i], "--lines")) by_line = true;
    else if (!strcmp(argv[i], "--each")) by_line = in_transactions = true;
    else fail("unknown option %s", argv[i]);
  }
  Table *table = read_tables(argv[1], argv[2]);
  if (sqlite3_open(argv[4], &database) != SQLITE_OK) fail("%s", sqlite3_errmsg(database));
  log_last = log_last && is_new();
  if (!log_last) execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  if (page_cache) execute("PRAGMA cache_size = -65536");
  char *schema = read_text(argv[3]);
  execute(schema);
  free(schema);
  prepare_tables();
  if (by_line) import_lines(table, argv[5]);
  else import_document(table, argv[5]);
  finalize_tables();
  if (log_last) execute("PRAGMA journal_mode = WAL");
  if (sqlite3_close(database) != SQLITE_OK) fail("%s", sqlite3_errmsg(database));
  return 0;
}
