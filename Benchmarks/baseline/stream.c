/* Prints the nested feed, of any size: stream --rows N | --bytes N
 *
 * The shape of documents/feed.py, one article a line in one array: an article, its author, four comments and theirs;
 * 2 000 distinct authors. Faster than anything that reads it, so that documents of any size can be piped to a program
 * and need not be stored. The same arguments give the same bytes.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 20000822;

static uint64_t below(uint64_t limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (state >> 11) % limit;
}

static const char *const sentences[] = {
  "The river and the market were not far from this garden.",
  "Winter at the harbour: paper, engine, signal, \\\"quoted\\\" window.",
  "Caf\xc3\xa9 na\xc3\xafve in S\xc3\xa3o and Z\xc3\xbcrich, but the council has a record of it.",
  "Which version is on the island station is a question for the orchestra.",
  "Line one\\nline two of the letter that the theatre company had.",
  "Measure the weather by the bridge or have it be with the museum.",
  "\\u041c\\u043e\\u0441\\u043a\\u0432\\u0430 and \xe6\x9d\xb1\xe4\xba\xac as words of one border village.",
  "C:\\\\temp has the paper of the council as it was \xf0\x9f\x98\x80 in the winter.",
  "Signal from the engine window to the market.", "Not they but the record of that river.",
};
enum { SENTENCES = sizeof sentences / sizeof *sentences, AUTHORS = 2000 };

static const char *sentence(void) { return sentences[below(SENTENCES)]; }

static char *put_date(char *out, uint64_t seed) {
  return out + sprintf(out, "\"20%02d-%02d-%02dT%02d:%02d:%02dZ\"", (int)(10 + seed % 15),
    (int)(1 + seed / 15 % 12), (int)(1 + seed / 180 % 28), (int)(seed / 5040 % 24), (int)(seed / 120960 % 60),
    (int)(seed / 7257600 % 60));
}

static char *put_author(char *out) {
  uint64_t number = 1 + below(AUTHORS);
  out += sprintf(out, "{\"id\":%d,\"name\":\"Author No. %d\",\"email\":\"u%d@example.com\",\"joined_at\":",
    (int)number, (int)number, (int)number);
  out = put_date(out, number * 7919);
  *out++ = '}';
  return out;
}

static char *put_article(char *out, long long number) {
  out += sprintf(out, "{\"id\":%lld,\"title\":\"%s\",\"slug\":\"article-%lld\",\"body\":\"%s", number, sentence(),
    number, sentence());
  for (uint64_t more = below(4); more > 0; more--) out += sprintf(out, " %s", sentence());
  out += sprintf(out, "\",\"published_at\":");
  out = put_date(out, below(1000000000));
  out += sprintf(out, ",\"views\":%d,\"rating\":%d.%d,\"author\":", (int)below(1000000), (int)(1 + below(4)),
    (int)below(10));
  out = put_author(out);
  out += sprintf(out, ",\"comments\":[");
  for (int i = 1; i <= 4; i++) {
    out += sprintf(out, "%s{\"id\":%lld,\"body\":\"%s\",\"created_at\":", i > 1 ? "," : "", (number - 1) * 4 + i,
      sentence());
    out = put_date(out, below(1000000000));
    out += sprintf(out, ",\"likes\":%d,\"author\":", (int)below(500));
    out = put_author(out);
    *out++ = '}';
  }
  out += sprintf(out, "]}");
  return out;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  long long limit = atoll(argv[2]), written = 0;
  int by_bytes = !strcmp(argv[1], "--bytes");
  static char article[1 << 16], buffer[1 << 20];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  fputs("[", stdout);
  for (long long number = 1; by_bytes ? written < limit : number <= limit / 5 || number == 1; number++) {
    size_t length = put_article(article, number) - article;
    if (number > 1) fputs(",\n", stdout);
    if (fwrite(article, 1, length, stdout) != length) return 1;
    written += length + 2;
  }
  fputs("]\n", stdout);
  return fflush(stdout) ? 1 : 0;
}
