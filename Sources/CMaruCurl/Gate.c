#include "CurlFunctions.h"

#if defined(__linux__)

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

// Options of curl/curl.h.
#define OPENSOCKETFUNCTION 20163
#define OPENSOCKETDATA 10164
#define CLOSESOCKETFUNCTION 20208
#define CLOSESOCKETDATA 10209
#define RESOLVER_START_FUNCTION 20272
#define RESOLVER_START_DATA 10273
#define PREREQFUNCTION 20312
#define PREREQDATA 10313
// CURL_SOCKET_BAD, the resolver callback's results, CURL_PREREQFUNC_OK, CURL_PREREQFUNC_ABORT.
#define SOCKET_BAD -1
#define RESOLVE_OK 0
#define RESOLVE_ABORT 1
#define PREREQUEST_OK 0
#define PREREQUEST_ABORT 1

/// struct curl_sockaddr of curl/curl.h.
typedef struct {
  int family;
  int kind;
  int protocol;
  unsigned int length;
  struct sockaddr address;
} MaruCurlAddress;

static bool isLoopback(const MaruCurlAddress *address) {
  if (address->family == AF_INET) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)&address->address;
    return ntohl(four->sin_addr.s_addr) >> 24 == 127;
  }
  if (address->family == AF_INET6) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&address->address;
    return IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
  }
  return false;
}

/// Whether the request may go on to a connection: only until it was sent.
///
/// libcurl looks for another connection when a kept one dies unanswered or a stream is refused, to
/// send the request again.
static bool mayConnect(MaruCurlGate *gate) {
  if (gate->wasSent) gate->wouldSendAgain = true;
  if (gate->connectStartedNanoseconds == 0) gate->connectStartedNanoseconds = maru_curl_now();
  return !gate->wasSent;
}

static int resolveStarts(void *state, void *reserved, void *context) {
  (void)state;
  (void)reserved;
  return mayConnect(context) ? RESOLVE_OK : RESOLVE_ABORT;
}

static int openSocket(void *context, int purpose, MaruCurlAddress *address) {
  (void)purpose;
  MaruCurlGate *gate = context;
  if (!mayConnect(gate)) return SOCKET_BAD;
  if (gate->loopbackOnly && !isLoopback(address)) {
    gate->wasRefused = true;
    return SOCKET_BAD;
  }
  // CLOEXEC: a child process must not inherit a connection.
  int descriptor = socket(address->family, address->kind | SOCK_CLOEXEC, address->protocol);
  if (descriptor >= 0 && gate->multi) maru_curl_multi_opened(gate->multi, descriptor);
  return descriptor;
}

static int closeSocket(void *context, int descriptor) {
  maru_curl_multi_closing(context, descriptor);
  return close(descriptor);
}

/// Whether a kept connection of HTTP/1 has ended, or holds bytes before anything was asked.
///
/// libcurl 7.88 takes such bytes for the next request's answer.
static bool isSpoilt(MaruCurlGate *gate) {
  if (gate->descriptor < 0) return false;
  if (!maru_curl_multi_speaks_http1(gate->multi, gate->descriptor)) return false;
  char byte;
  ssize_t size = recv(gate->descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return size >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

static int beforeRequest(
  void *context, char *remoteAddress, char *localAddress, int remotePort, int localPort) {
  (void)remoteAddress;
  (void)localAddress;
  (void)remotePort;
  MaruCurlGate *gate = context;
  if (gate->wasSent) {
    // Another kept connection was at hand.
    gate->wouldSendAgain = true;
    return PREREQUEST_ABORT;
  }
  gate->descriptor = gate->multi ? maru_curl_multi_descriptor(gate->multi, localPort) : -1;
  if (isSpoilt(gate)) {
    gate->wasSpoilt = true;
    // libcurl closes a connection over which it was aborted.
    return PREREQUEST_ABORT;
  }
  gate->wasSent = true;
  gate->sentNanoseconds = maru_curl_now();
  return PREREQUEST_OK;
}

void maru_curl_gate_speaks_http1(MaruCurlGate *gate) {
  if (gate->multi && gate->descriptor >= 0) {
    maru_curl_multi_set_http1(gate->multi, gate->descriptor);
  }
}

void maru_curl_set_gate(MaruCurlEasy *easy, MaruCurlGate *gate) {
  maru_curl_easy_setopt(easy, OPENSOCKETFUNCTION, openSocket);
  maru_curl_easy_setopt(easy, OPENSOCKETDATA, gate);
  maru_curl_easy_setopt(easy, CLOSESOCKETFUNCTION, closeSocket);
  maru_curl_easy_setopt(easy, CLOSESOCKETDATA, gate->multi);
  maru_curl_easy_setopt(easy, RESOLVER_START_FUNCTION, resolveStarts);
  maru_curl_easy_setopt(easy, RESOLVER_START_DATA, gate);
  maru_curl_easy_setopt(easy, PREREQFUNCTION, beforeRequest);
  maru_curl_easy_setopt(easy, PREREQDATA, gate);
}

#endif
