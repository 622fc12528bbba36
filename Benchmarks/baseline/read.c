/* The limit of reading: SQLite's own calls and nothing else. Every column of every row is asked for; no value is
   kept. The same work as read.py: read DATABASE */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static sqlite3 *database;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) {
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    exit(1);
  }
  return statement;
}

static volatile int64_t sink;

/* Asks for every column of the current row. */
static void touch(sqlite3_stmt *row) {
  int count = sqlite3_column_count(row);
  for (int column = 0; column < count; column++) {
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER: sink += sqlite3_column_int64(row, column); break;
    case SQLITE_FLOAT: sink += (int64_t)sqlite3_column_double(row, column); break;
    case SQLITE_TEXT: sink += *sqlite3_column_text(row, column) + sqlite3_column_bytes(row, column); break;
    default: break;
    }
  }
}

#define COMMENTS "SELECT id, body, createdAt, likes, article, author FROM Comment"

static int64_t count;

static int64_t all(void) {
  int64_t likes = 0;
  sqlite3_stmt *rows = prepare(COMMENTS " ORDER BY id");
  while (sqlite3_step(rows) == SQLITE_ROW) {
    touch(rows);
    likes += sqlite3_column_int64(rows, 3);
  }
  sqlite3_finalize(rows);
  return likes;
}

static int64_t lookups(int number) {
  int64_t likes = 0, key = 1;
  sqlite3_stmt *find = prepare(COMMENTS " WHERE id = ?");
  for (int index = 0; index < number; index++) {
    key = key * 48271 % 2147483647;
    sqlite3_bind_int64(find, 1, key % count + 1);
    if (sqlite3_step(find) == SQLITE_ROW) {
      touch(find);
      likes += sqlite3_column_int64(find, 3);
    }
    sqlite3_reset(find);
  }
  sqlite3_finalize(find);
  return likes;
}

static int64_t screens(void) {
  int64_t likes = 0;
  sqlite3_stmt *articles = prepare(
      "SELECT id, title, slug, body, publishedAt, views, rating, author FROM Article "
      "ORDER BY publishedAt DESC, id LIMIT 20 OFFSET ?");
  sqlite3_stmt *comments = prepare(COMMENTS
      " WHERE article IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  sqlite3_stmt *authors = prepare(
      "SELECT id, name, email, joinedAt FROM Author "
      "WHERE id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (int screen = 0; screen < 1000; screen++) {
    sqlite3_bind_int(articles, 1, screen);
    int number = 0;
    while (sqlite3_step(articles) == SQLITE_ROW) {
      touch(articles);
      number++;
      sqlite3_bind_int64(comments, number, sqlite3_column_int64(articles, 0));
      sqlite3_bind_int64(authors, number, sqlite3_column_int64(articles, 7));
    }
    sqlite3_reset(articles);
    while (sqlite3_step(authors) == SQLITE_ROW) {
      touch(authors);
      likes++;
    }
    sqlite3_reset(authors);
    while (sqlite3_step(comments) == SQLITE_ROW) {
      touch(comments);
      likes += sqlite3_column_int64(comments, 3);
    }
    sqlite3_reset(comments);
  }
  sqlite3_finalize(articles);
  sqlite3_finalize(comments);
  sqlite3_finalize(authors);
  return likes;
}

/* There is no observer here: each value is written, committed and read again by another connection. */
static int64_t commits(sqlite3 *writer) {
  int64_t delivered = 0;
  sqlite3_stmt *statements[3];
  const char *const sql[] = {"BEGIN IMMEDIATE", "UPDATE Comment SET likes = ?", "COMMIT"};
  for (int i = 0; i < 3; i++) sqlite3_prepare_v2(writer, sql[i], -1, &statements[i], NULL);
  sqlite3_stmt *find = prepare(COMMENTS " WHERE id = ?");
  for (int number = 1; number <= 1000; number++) {
    sqlite3_bind_int(statements[1], 1, number);
    for (int i = 0; i < 3; i++) {
      if (sqlite3_step(statements[i]) != SQLITE_DONE) exit(1);
      sqlite3_reset(statements[i]);
    }
    sqlite3_bind_int(find, 1, 1);
    sqlite3_step(find);
    touch(find);
    delivered += sqlite3_column_int64(find, 3);
    sqlite3_reset(find);
  }
  for (int i = 0; i < 3; i++) sqlite3_finalize(statements[i]);
  sqlite3_finalize(find);
  return delivered;
}

static double start;

static void report(const char *name, int64_t checksum) {
  printf("{\"work\": \"%s\", \"seconds\": %.9f, \"checksum\": %lld}\n", name, now() - start, (long long)checksum);
}

int main(int argc, char **argv) {
  if (argc != 2 || sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
    fprintf(stderr, "usage: read DATABASE\n");
    return 2;
  }
  sqlite3_exec(database, "PRAGMA cache_size = -16384", NULL, NULL, NULL);
  all();
  sqlite3_stmt *number = prepare("SELECT count(*) FROM Comment");
  sqlite3_step(number);
  count = sqlite3_column_int64(number, 0);
  sqlite3_finalize(number);
  start = now();
  report("records", all());
  start = now();
  report("stream", all());
  start = now();
  sqlite3_exec(database, "BEGIN", NULL, NULL, NULL);
  report("lookups", lookups(100000));
  sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
  start = now();
  report("lookups-alone", lookups(20000));
  start = now();
  report("screens", screens());
  sqlite3_close(database);

  char path[4096];
  snprintf(path, sizeof path, "%s.observed", argv[1]);
  unlink(path);
  sqlite3 *writer;
  if (sqlite3_open(path, &writer) != SQLITE_OK || sqlite3_open(path, &database) != SQLITE_OK
      || sqlite3_exec(writer, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
           "CREATE TABLE Comment (id INTEGER PRIMARY KEY, body, createdAt, likes INTEGER, article, author);"
           "INSERT INTO Comment VALUES (1, 'Observed', '1970-01-01T00:00:00.000Z', 0, NULL, NULL)", 0, 0, 0)) {
    return 1;
  }
  start = now();
  report("commit-to-delivery", commits(writer));
  sqlite3_close(database);
  sqlite3_close(writer);
  unlink(path);
  return 0;
}
