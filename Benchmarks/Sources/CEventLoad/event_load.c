#define _GNU_SOURCE
#include "event_load.h"

#if defined(__linux__)
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
  carry_size = 1024,
  buffer_size = 256 * 1024,
  // A tenth of a millisecond each, up to 30 s.
  bucket_count = 300000,
  bucket_ns = 100000,
};

typedef struct {
  int descriptor;
  int carried;
  bool is_open;
  uint64_t events;
  uint64_t version;
  // The beginning of a line whose end has not come.
  char carry[carry_size];
} client;

struct event_load {
  int clients;
  int poll;
  int opened;
  uint16_t port;
  char *request;
  client *all;
  uint32_t *buckets;
  char *buffer;
  uint64_t longest;
  event_load_result result;
};

uint64_t event_load_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

event_load *event_load_new(uint16_t port, const char *request, int clients) {
  event_load *load = calloc(1, sizeof *load);
  if (!load) return NULL;
  load->port = port;
  load->clients = clients;
  load->request = strdup(request);
  load->all = calloc((size_t)clients, sizeof *load->all);
  load->buckets = calloc(bucket_count, sizeof *load->buckets);
  load->buffer = malloc(carry_size + buffer_size);
  load->poll = epoll_create1(EPOLL_CLOEXEC);
  if (!load->request || !load->all || !load->buckets || !load->buffer || load->poll < 0) return NULL;
  for (int i = 0; i < clients; i++) load->all[i].descriptor = -1;
  return load;
}

static bool connect_client(event_load *load, int index) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(load->port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  size_t length = strlen(load->request);
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0 ||
      send(descriptor, load->request, length, MSG_NOSIGNAL) != (ssize_t)length) {
    close(descriptor);
    return false;
  }
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)index};
  load->all[index].descriptor = descriptor;
  return epoll_ctl(load->poll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

static uint64_t number(const char *text, const char *end) {
  uint64_t value = 0;
  while (text < end && *text >= '0' && *text <= '9') value = value * 10 + (uint64_t)(*text++ - '0');
  return value;
}

static void take_line(event_load *load, client *one, const char *line, const char *end) {
  size_t length = (size_t)(end - line);
  if (length > 3 && memcmp(line, "id:", 3) == 0) {
    if (!one->is_open) load->opened++;
    one->is_open = true;
    return;
  }
  static const char title[] = "\"title\":\"t", version[] = "\"version\":";
  const char *sent = memmem(line, length, title, sizeof title - 1);
  const char *count = memmem(line, length, version, sizeof version - 1);
  if (!sent || !count) return;
  uint64_t now = event_load_now(), then = number(sent + sizeof title - 1, end);
  uint64_t age = now > then ? now - then : 0, present = number(count + sizeof version - 1, end);
  if (one->version && present != one->version + 1) load->result.out_of_order++;
  one->version = present;
  one->events++;
  load->result.events++;
  if (age > load->longest) load->longest = age;
  uint64_t bucket = age / bucket_ns;
  load->buckets[bucket < bucket_count ? bucket : bucket_count - 1]++;
}

static void leave(event_load *load, client *one) {
  if (one->descriptor < 0) return;
  close(one->descriptor);
  one->descriptor = -1;
  load->result.closed++;
}

static void read_client(event_load *load, client *one) {
  if (one->descriptor < 0) return;
  memcpy(load->buffer, one->carry, (size_t)one->carried);
  ssize_t count = read(one->descriptor, load->buffer + one->carried, buffer_size);
  if (count <= 0) {
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) leave(load, one);
    return;
  }
  char *line = load->buffer, *end = load->buffer + one->carried + count, *stop;
  while ((stop = memchr(line, '\n', (size_t)(end - line)))) {
    take_line(load, one, line, stop);
    line = stop + 1;
  }
  size_t rest = (size_t)(end - line);
  // No line of these is as long.
  if (rest > carry_size) rest = 0;
  memcpy(one->carry, line, rest);
  one->carried = (int)rest;
}

static void turn(event_load *load, int milliseconds) {
  struct epoll_event events[512];
  int count = epoll_wait(load->poll, events, 512, milliseconds);
  for (int i = 0; i < count; i++) read_client(load, &load->all[events[i].data.u32]);
}

int event_load_open(event_load *load, double seconds) {
  uint64_t end = event_load_now() + (uint64_t)(seconds * 1e9);
  int begun = 0;
  while (load->opened < load->clients && event_load_now() < end) {
    // No more at once than the other side's queue of connections holds.
    while (begun < load->clients && begun - load->opened < 200) {
      if (!connect_client(load, begun)) return load->clients - load->opened;
      begun++;
    }
    turn(load, 10);
  }
  return load->clients - load->opened;
}

void event_load_read(event_load *load, uint64_t events, double seconds) {
  uint64_t end = event_load_now() + (uint64_t)(seconds * 1e9);
  while (load->result.events < events && event_load_now() < end) turn(load, 50);
}

static double percentile(const event_load *load, double part) {
  uint64_t wanted = (uint64_t)((double)load->result.events * part), seen = 0;
  for (int i = 0; i < bucket_count; i++) {
    seen += load->buckets[i];
    if (seen > wanted || seen == load->result.events) return (i + 1) * (bucket_ns / 1e6);
  }
  return 0;
}

event_load_result event_load_end(event_load *load) {
  event_load_result result = load->result;
  result.fewest = UINT64_MAX;
  for (int i = 0; i < load->clients; i++) {
    client *one = &load->all[i];
    if (one->descriptor >= 0) close(one->descriptor);
    if (one->events < result.fewest) result.fewest = one->events;
    if (one->events > result.most) result.most = one->events;
  }
  result.median_ms = percentile(load, 0.5);
  result.p99_ms = percentile(load, 0.99);
  result.longest_ms = (double)load->longest / 1e6;
  close(load->poll);
  free(load->request);
  free(load->all);
  free(load->buckets);
  free(load->buffer);
  free(load);
  return result;
}

#else
#include <stddef.h>
uint64_t event_load_now(void) { return 0; }
event_load *event_load_new(uint16_t port, const char *request, int clients) { return NULL; }
int event_load_open(event_load *load, double seconds) { return 0; }
void event_load_read(event_load *load, uint64_t events, double seconds) {}
event_load_result event_load_end(event_load *load) { return (event_load_result){0}; }
#endif
