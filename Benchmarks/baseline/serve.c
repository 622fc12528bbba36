/* A server that answers faster than any client of the benchmark asks, on the loopback.
 *
 *   serve FEED
 *
 * Prints its port, and ends with its standard input. One thread, HTTP/1.1 that stays open, no more of it than is needed:
 *
 *   GET /feed          the file FEED
 *   GET /comments/7    a comment with its author, both numbered 7
 *   POST /authors      the record that came, with a number of ours: {"id":1,...}
 *   POST /batch        the same for each request of the batch
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 1 << 20 };

typedef struct {
  int socket;
  char in[ROOM + 1], out[4 * ROOM];
  size_t received, written, sent;
  const char *file; /* what is sent behind `out` */
  size_t left;
} Connection;

static const char *feed;
static size_t feed_size;
static long last_id; /* of a record that was made */

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void put(Connection *to, const char *bytes, size_t count) {
  if (count > sizeof to->out - to->written) fail("an answer is too long");
  memcpy(to->out + to->written, bytes, count);
  to->written += count;
}

__attribute__((format(printf, 2, 3))) static void print(Connection *to, const char *format, ...) {
  size_t room = sizeof to->out - to->written;
  va_list values;
  va_start(values, format);
  int count = vsnprintf(to->out + to->written, room, format, values);
  va_end(values);
  if (count < 0 || (size_t)count >= room) fail("an answer is too long");
  to->written += (size_t)count;
}

/* The length of a body is not known before it is written: there are ten places for it. */
static size_t begin(Connection *to, const char *status) {
  print(to, "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length:           \r\n\r\n", status);
  return to->written;
}

static void end(Connection *to, size_t start) {
  char length[11];
  snprintf(length, sizeof length, "%10zu", to->written - start);
  memcpy(to->out + start - 14, length, 10);
}

static void give_comment(Connection *to, long id) {
  size_t start = begin(to, "200 OK");
  print(to,
        "{\"id\":%ld,\"body\":\"What was said for the %ldth time, and not for the last.\",\"created_at\":"
        "\"2024-03-05T06:07:08.000Z\",\"likes\":%ld,\"author\":{\"id\":%ld,\"name\":\"Author %ld\",\"email\":"
        "\"author%ld@example.com\",\"joined_at\":\"2020-01-02T03:04:05.000Z\"}}",
        id, id, id % 100, id, id, id);
  end(to, start);
}

static void take_author(Connection *to, const char *body, size_t count) {
  size_t start = begin(to, "201 Created");
  print(to, "{\"id\":%ld,", ++last_id);
  put(to, body + 1, count - 1);
  end(to, start);
}

/* The body of a request within a batch is a text, so that no other quotes than its own stand bare. */
static void take_batch(Connection *to, const char *body) {
  static const char name[] = "\"body\":\"{";
  size_t start = begin(to, "200 OK");
  put(to, "[", 1);
  int is_first = 1;
  while ((body = strstr(body, name))) {
    body += sizeof name - 1;
    const char *stop = body;
    while (*stop && *stop != '"') stop += *stop == '\\' && stop[1] ? 2 : 1;
    print(to, "%s{\"code\":201,\"body\":\"{\\\"id\\\":%ld,", is_first ? "" : ",", ++last_id);
    put(to, body, (size_t)(stop - body));
    put(to, "\"}", 2);
    body = stop;
    is_first = 0;
  }
  put(to, "]", 1);
  end(to, start);
}

static void answer(Connection *to, const char *request, char *body, size_t count) {
  static const char feed_path[] = "GET /feed ", comment_path[] = "GET /comments/";
  char behind = body[count]; /* of the next request */
  body[count] = 0;
  if (!strncmp(request, feed_path, sizeof feed_path - 1)) {
    print(to, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n", feed_size);
    to->file = feed;
    to->left = feed_size;
  } else if (!strncmp(request, comment_path, sizeof comment_path - 1)) {
    give_comment(to, atol(request + sizeof comment_path - 1));
  } else if (!strncmp(request, "POST /authors ", 14) && count > 2) {
    take_author(to, body, count);
  } else if (!strncmp(request, "POST /batch ", 12)) {
    take_batch(to, body);
  } else {
    print(to, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
  }
  body[count] = behind;
}

/* Answers what has come whole. */
static void answer_all(Connection *one) {
  size_t start = 0;
  one->in[one->received] = 0;
  while (!one->left) {
    char *request = one->in + start, *body = strstr(request, "\r\n\r\n");
    if (!body) break;
    body += 4;
    char *length = strcasestr(request, "\r\nContent-Length:");
    size_t count = length && length < body ? strtoul(length + 17, NULL, 10) : 0;
    if (count > (size_t)(one->in + one->received - body)) break;
    answer(one, request, body, count);
    start = (size_t)(body + count - one->in);
  }
  memmove(one->in, one->in + start, one->received - start);
  one->received -= start;
}

/* Returns whether all is sent; -1 where the client is gone. */
static int send_all(Connection *one) {
  while (one->sent < one->written || one->left) {
    int is_head = one->sent < one->written;
    const char *bytes = is_head ? one->out + one->sent : one->file;
    ssize_t count = send(one->socket, bytes, is_head ? one->written - one->sent : one->left, MSG_NOSIGNAL);
    if (count < 0) return errno == EAGAIN ? 0 : -1;
    if (is_head) {
      one->sent += (size_t)count;
    } else {
      one->file += count;
      one->left -= (size_t)count;
    }
  }
  one->sent = one->written = 0;
  return 1;
}

/* Returns whether the connection stays. */
static int serve(Connection *one, int events, int poll) {
  if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) {
    if (one->received == ROOM) return 0;
    ssize_t count = recv(one->socket, one->in + one->received, ROOM - one->received, 0);
    if (count == 0 || (count < 0 && errno != EAGAIN)) return 0;
    if (count > 0) one->received += (size_t)count;
  }
  if (!one->left) answer_all(one);
  int is_sent = send_all(one);
  struct epoll_event event = {.events = is_sent ? EPOLLIN : EPOLLOUT, .data.ptr = one};
  return is_sent >= 0 && epoll_ctl(poll, EPOLL_CTL_MOD, one->socket, &event) == 0;
}

static void map_feed(const char *path) {
  int file = open(path, O_RDONLY);
  struct stat about;
  if (file < 0 || fstat(file, &about) < 0) fail(path);
  feed_size = (size_t)about.st_size;
  feed = mmap(NULL, feed_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  if (feed == MAP_FAILED) fail(path);
}

static int listen_on_loopback(void) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) < 0 || listen(listener, 64) < 0 ||
      getsockname(listener, (struct sockaddr *)&address, &length) < 0)
    fail("listening");
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  return listener;
}

static void take_connection(int listener, int poll) {
  int one = 1, socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
  Connection *connection = socket < 0 ? NULL : malloc(sizeof *connection);
  if (!connection) return;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  connection->socket = socket;
  connection->received = connection->written = connection->sent = connection->left = 0;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: serve FEED\n");
    return 2;
  }
  map_feed(argv[1]);
  int poll = epoll_create1(0), listener = listen_on_loopback();
  /* Standard input and the listener are told from connections by where these stand. */
  static char ending, arriving;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = &ending};
  epoll_ctl(poll, EPOLL_CTL_ADD, 0, &event);
  event.data.ptr = &arriving;
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  while (1) {
    struct epoll_event events[64];
    int count = epoll_wait(poll, events, 64, -1);
    if (count < 0 && errno != EINTR) fail("waiting");
    for (int index = 0; index < count; index++) {
      void *what = events[index].data.ptr;
      if (what == &ending) {
        char byte;
        if (read(0, &byte, 1) <= 0) return 0;
      } else if (what == &arriving) {
        take_connection(listener, poll);
      } else if (!serve(what, (int)events[index].events, poll)) {
        close(((Connection *)what)->socket);
        free(what);
      }
    }
  }
}
