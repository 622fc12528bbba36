/* Runs a program and prints, on the file descriptor given, one line: seconds, peak KiB, exit status.
 *
 *   measure DESCRIPTOR PROGRAM [ARGUMENT]...
 *
 * A program of its own because Linux counts what the parent held at the fork towards the child's peak:
 * started from Python every program would seem to need as much memory as Python does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int descriptor = atoi(argv[1]);
  double start = now();
  pid_t child = fork();
  if (child < 0) return 2;
  if (child == 0) {
    close(descriptor);
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) != child) return 2;
  double seconds = now() - start;
#ifdef __APPLE__
  usage.ru_maxrss /= 1024; /* bytes there, KiB elsewhere */
#endif
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  dprintf(descriptor, "%.6f %ld %d\n", seconds, (long)usage.ru_maxrss, code);
  return 0;
}
