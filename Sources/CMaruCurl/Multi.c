#include "CurlFunctions.h"

#if defined(__linux__)

#include <netinet/in.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

// Options and values of curl/multi.h.
#define SOCKETFUNCTION 20001
#define SOCKETDATA 10002
#define TIMERFUNCTION 20004
#define TIMERDATA 10005
#define PIPELINING 3
#define MAXCONNECTS 6
#define MAX_HOST_CONNECTIONS 7
#define MAX_TOTAL_CONNECTIONS 13
#define PIPE_NOTHING 0L
#define POLL_IN 1
#define POLL_OUT 2
#define POLL_REMOVE 4
#define SOCKET_TIMEOUT -1
#define MESSAGE_DONE 1
// CURLINFO_PRIVATE of curl/curl.h.
#define PRIVATE 0x100015

#define EVENTS_AT_ONCE 64
#define PORTS 65536
#define NO_TIMER INT64_MAX
#define NANOSECONDS_IN_MILLISECOND 1000000

/// What is watched of one descriptor.
typedef struct {
  /// What libcurl wants to know: POLL_IN, POLL_OUT, both or nothing.
  uint8_t wanted;
  /// What the kernel watches.
  uint8_t watched;
  /// Whether opening and closing it is told to us, so that watching may outlast wanting.
  uint8_t isOurs;
  /// Whether HTTP/1 was spoken over it.
  uint8_t speaksHTTP1;
  /// Its local port; 0 until somebody has asked.
  uint16_t localPort;
} Watch;

struct MaruCurlMulti {
  void *handle;
  int poll;
  int alarm;
  Watch *watches;
  int watchCount;
  /// For each local port the descriptor with it, plus 1; 0 for none.
  int *descriptors;
  /// When libcurl's timer is due.
  int64_t timer;
};

static Watch *watchOf(MaruCurlMulti *multi, int descriptor) {
  if (descriptor >= multi->watchCount) {
    int count = multi->watchCount;
    while (count <= descriptor) count *= 2;
    Watch *watches = realloc(multi->watches, (size_t)count * sizeof(Watch));
    if (!watches) return NULL;
    for (int i = multi->watchCount; i < count; i++) watches[i] = (Watch){0};
    multi->watches = watches;
    multi->watchCount = count;
  }
  return &multi->watches[descriptor];
}

static int watch(MaruCurlMulti *multi, int descriptor, Watch *entry, uint8_t wanted) {
  struct epoll_event event = {.data.fd = descriptor};
  if (wanted & POLL_IN) event.events |= EPOLLIN;
  if (wanted & POLL_OUT) event.events |= EPOLLOUT;
  int first = entry->watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  int second = entry->watched ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  int status = epoll_ctl(multi->poll, first, descriptor, &event);
  if (status != 0) status = epoll_ctl(multi->poll, second, descriptor, &event);
  entry->watched = status == 0 ? wanted : 0;
  return status;
}

static void unwatch(MaruCurlMulti *multi, int descriptor, Watch *entry) {
  if (entry->watched) epoll_ctl(multi->poll, EPOLL_CTL_DEL, descriptor, NULL);
  entry->watched = 0;
}

static int socketChanged(
  MaruCurlEasy *easy, int descriptor, int what, void *context, void *socketContext) {
  (void)easy;
  (void)socketContext;
  MaruCurlMulti *multi = context;
  Watch *entry = watchOf(multi, descriptor);
  if (!entry) return -1;
  entry->wanted = what == POLL_REMOVE ? 0 : (uint8_t)what;
  if (entry->wanted == entry->watched) return 0;
  if (entry->wanted) return watch(multi, descriptor, entry, entry->wanted);
  // A kept connection is wanted again by the next request: it stays watched until it speaks, which
  // saves two system calls a request.
  if (!entry->isOurs) unwatch(multi, descriptor, entry);
  return 0;
}

static int timerChanged(void *handle, long milliseconds, void *context) {
  (void)handle;
  MaruCurlMulti *multi = context;
  multi->timer = milliseconds < 0
    ? NO_TIMER
    : milliseconds == 0 ? 0 : maru_curl_now() + milliseconds * NANOSECONDS_IN_MILLISECOND;
  return 0;
}

static void forget(MaruCurlMulti *multi, int descriptor, Watch *entry) {
  if (multi->descriptors[entry->localPort] == descriptor + 1) {
    multi->descriptors[entry->localPort] = 0;
  }
  *entry = (Watch){0};
}

void maru_curl_multi_opened(MaruCurlMulti *multi, int descriptor) {
  Watch *entry = watchOf(multi, descriptor);
  if (!entry) return;
  forget(multi, descriptor, entry);
  entry->isOurs = 1;
}

void maru_curl_multi_closing(MaruCurlMulti *multi, int descriptor) {
  Watch *entry = watchOf(multi, descriptor);
  // Closing takes the descriptor out of epoll, if it was in.
  if (entry) forget(multi, descriptor, entry);
}

static uint16_t localPortOf(int descriptor) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return 0;
  switch (address.ss_family) {
    case AF_INET: return ntohs(((struct sockaddr_in *)&address)->sin_port);
    case AF_INET6: return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    default: return 0;
  }
}

int maru_curl_multi_descriptor(MaruCurlMulti *multi, int localPort) {
  if (localPort <= 0 || localPort >= PORTS) return -1;
  if (multi->descriptors[localPort] == 0) {
    // A new connection: the ports of those that are new are asked for, once each.
    for (int i = 0; i < multi->watchCount; i++) {
      Watch *entry = &multi->watches[i];
      if (!entry->isOurs || entry->localPort) continue;
      entry->localPort = localPortOf(i);
      if (entry->localPort) multi->descriptors[entry->localPort] = i + 1;
    }
  }
  return multi->descriptors[localPort] - 1;
}

bool maru_curl_multi_speaks_http1(MaruCurlMulti *multi, int descriptor) {
  return descriptor < multi->watchCount && multi->watches[descriptor].speaksHTTP1;
}

void maru_curl_multi_set_http1(MaruCurlMulti *multi, int descriptor) {
  if (descriptor < multi->watchCount) multi->watches[descriptor].speaksHTTP1 = 1;
}

MaruCurlMulti *maru_curl_multi_new(
  long maximumConnections, long maximumPerHost, long maximumKept) {
  MaruCurlMulti *multi = calloc(1, sizeof(MaruCurlMulti));
  if (!multi) return NULL;
  multi->timer = NO_TIMER;
  multi->watchCount = 64;
  multi->watches = calloc((size_t)multi->watchCount, sizeof(Watch));
  // Untouched pages of it take no memory.
  multi->descriptors = calloc(PORTS, sizeof(int));
  multi->poll = epoll_create1(EPOLL_CLOEXEC);
  multi->alarm = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  multi->handle = maru_curl_multi_init();
  struct epoll_event event = {.events = EPOLLIN, .data.fd = multi->alarm};
  if (
    !multi->watches || !multi->descriptors || multi->poll < 0 || multi->alarm < 0 || !multi->handle
    || epoll_ctl(multi->poll, EPOLL_CTL_ADD, multi->alarm, &event) != 0) {
    maru_curl_multi_free(multi);
    return NULL;
  }
  maru_curl_multi_setopt(multi->handle, SOCKETFUNCTION, socketChanged);
  maru_curl_multi_setopt(multi->handle, SOCKETDATA, multi);
  maru_curl_multi_setopt(multi->handle, TIMERFUNCTION, timerChanged);
  maru_curl_multi_setopt(multi->handle, TIMERDATA, multi);
  // One stream a connection: when HTTP/2 streams share one, some are held back and some cancelled,
  // libcurl 7.88 gives pieces of bodies twice (20 of 1,300 bodies; alone on a connection none).
  maru_curl_multi_setopt(multi->handle, PIPELINING, PIPE_NOTHING);
  maru_curl_multi_setopt(multi->handle, MAXCONNECTS, maximumKept);
  maru_curl_multi_setopt(multi->handle, MAX_HOST_CONNECTIONS, maximumPerHost);
  maru_curl_multi_setopt(multi->handle, MAX_TOTAL_CONNECTIONS, maximumConnections);
  return multi;
}

void maru_curl_multi_free(MaruCurlMulti *multi) {
  if (multi->handle) maru_curl_multi_cleanup(multi->handle);
  if (multi->poll >= 0) close(multi->poll);
  if (multi->alarm >= 0) close(multi->alarm);
  free(multi->watches);
  free(multi->descriptors);
  free(multi);
}

int32_t maru_curl_multi_add(MaruCurlMulti *multi, MaruCurlEasy *easy) {
  return maru_curl_multi_add_handle(multi->handle, easy);
}

int32_t maru_curl_multi_remove(MaruCurlMulti *multi, MaruCurlEasy *easy) {
  return maru_curl_multi_remove_handle(multi->handle, easy);
}

void maru_curl_multi_run_timer(MaruCurlMulti *multi) {
  int running;
  // The clock is read only if the timer is not simply "now".
  if (multi->timer == 0 || (multi->timer != NO_TIMER && multi->timer <= maru_curl_now())) {
    multi->timer = NO_TIMER;
    maru_curl_multi_socket_action(multi->handle, SOCKET_TIMEOUT, 0, &running);
  }
}

static int32_t millisecondsToTimer(MaruCurlMulti *multi) {
  if (multi->timer == NO_TIMER) return -1;
  if (multi->timer == 0) return 0;
  int64_t left = multi->timer - maru_curl_now();
  if (left <= 0) return 0;
  // Rounded up: waking a little early would only mean to wait again.
  int64_t milliseconds = (left + NANOSECONDS_IN_MILLISECOND - 1) / NANOSECONDS_IN_MILLISECOND;
  return milliseconds > INT32_MAX ? INT32_MAX : (int32_t)milliseconds;
}

static void serve(MaruCurlMulti *multi, const struct epoll_event *event) {
  int descriptor = event->data.fd;
  if (descriptor == multi->alarm) {
    uint64_t count;
    // It does not block, and what was counted is of no interest.
    ssize_t size = read(descriptor, &count, sizeof count);
    (void)size;
    return;
  }
  Watch *entry = watchOf(multi, descriptor);
  if (!entry) return;
  if (!entry->wanted) {
    // A kept connection speaks or ends while nobody uses it: libcurl looks before it takes it.
    unwatch(multi, descriptor, entry);
    return;
  }
  int ready = 0;
  if (event->events & EPOLLIN) ready |= POLL_IN;
  if (event->events & EPOLLOUT) ready |= POLL_OUT;
  // On an error libcurl is let read or write, which tells it which error it is.
  if (event->events & (EPOLLERR | EPOLLHUP)) ready |= entry->wanted;
  int running;
  maru_curl_multi_socket_action(multi->handle, descriptor, ready, &running);
}

void maru_curl_multi_wait(MaruCurlMulti *multi, int32_t milliseconds) {
  int32_t timer = millisecondsToTimer(multi);
  if (timer >= 0 && (milliseconds < 0 || timer < milliseconds)) milliseconds = timer;
  struct epoll_event events[EVENTS_AT_ONCE];
  int count = epoll_wait(multi->poll, events, EVENTS_AT_ONCE, milliseconds);
  for (int i = 0; i < count; i++) serve(multi, &events[i]);
  maru_curl_multi_run_timer(multi);
}

void maru_curl_multi_wake(MaruCurlMulti *multi) {
  uint64_t one = 1;
  // It fails only when the counter is full, and then the loop is being woken anyway.
  ssize_t size = write(multi->alarm, &one, sizeof one);
  (void)size;
}

bool maru_curl_multi_next(MaruCurlMulti *multi, void **context, int32_t *code) {
  int left;
  MaruCurlMessage *message;
  while ((message = maru_curl_multi_info_read(multi->handle, &left))) {
    if (message->kind != MESSAGE_DONE) continue;
    *code = message->data.result;
    return maru_curl_easy_getinfo(message->easy, PRIVATE, context) == 0;
  }
  return false;
}

#endif
