/* The least that opening the feed's database costs: SQLite's own calls: open SCHEMA.sql DATABASE, where no file may be.
   The same work as Sources/Opening/main.swift: a connection with its settings, tables that are there or made. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TIMES = 100 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int compare(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

static void measure(const char *name, const char *path, const char *schema, int is_new) {
  double seconds[TIMES];
  for (int i = 0; i < TIMES; i++) {
    if (is_new) unlink(path);
    double start = now();
    sqlite3 *database;
    sqlite3_stmt *tables;
    if (sqlite3_open(path, &database) != SQLITE_OK
        || sqlite3_exec(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL, NULL)
        || (is_new && sqlite3_exec(database, schema, NULL, NULL, NULL))
        || sqlite3_prepare_v2(database, "SELECT count(*) FROM sqlite_schema", -1, &tables, NULL)
        || sqlite3_step(tables) != SQLITE_ROW) {
      fprintf(stderr, "%s\n", sqlite3_errmsg(database));
      exit(1);
    }
    sqlite3_finalize(tables);
    seconds[i] = now() - start;
    sqlite3_close(database);
  }
  qsort(seconds, TIMES, sizeof *seconds, compare);
  printf("{\"work\": \"%s\", \"seconds\": %.9f, \"checksum\": %d}\n", name, seconds[TIMES / 2], TIMES);
}

int main(int argc, char **argv) {
  static char schema[1 << 16] = "BEGIN;\n";
  FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (!file) {
    fprintf(stderr, "usage: open SCHEMA.sql DATABASE\n");
    return 2;
  }
  size_t length = fread(schema + 7, 1, sizeof schema - 16, file);
  fclose(file);
  sprintf(schema + 7 + length, "COMMIT;");
  measure("open-new", argv[2], schema, 1);
  measure("open-existing", argv[2], schema, 0);
  return 0;
}
