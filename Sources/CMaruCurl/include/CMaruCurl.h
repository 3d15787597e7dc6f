#pragma once

// What Maru uses of libcurl's stable ABI (soname 4). Declared here, so that no curl header is needed
// to build, and called through C, since libcurl's variadic functions can't be called from Swift.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)

#pragma clang assume_nonnull begin

typedef struct MaruCurlEasy MaruCurlEasy;

/// One multi handle with the sockets and the timer that it asks to be watched.
typedef struct MaruCurlMulti MaruCurlMulti;

/// struct curl_slist of curl/curl.h.
typedef struct MaruCurlList {
  char *data;
  struct MaruCurlList *_Nullable next;
} MaruCurlList;

/// What one transfer may connect to and how often it may send; touched by the multi's thread only.
typedef struct MaruCurlGate {
  MaruCurlMulti *_Nullable multi;
  /// Set for http: no socket is opened to an address that is not this machine's.
  bool loopbackOnly;
  /// Whether 'loopbackOnly' has refused an address.
  bool wasRefused;
  /// Whether the request was about to be sent.
  bool wasSent;
  /// Whether it was about to be sent a second time, which is refused.
  bool wouldSendAgain;
  /// Whether the kept connection that it was about to be sent over had ended or held bytes that
  /// nobody has asked for: nothing was sent, and the connection is closed.
  bool wasSpoilt;
  /// The descriptor of the connection that it was sent over; -1 if it is not known.
  int32_t descriptor;
  /// When resolving or connecting began; 0 before.
  int64_t connectStartedNanoseconds;
  /// When the request was about to be sent; 0 before.
  int64_t sentNanoseconds;
} MaruCurlGate;

typedef size_t (*MaruCurlDataFunction)(
  char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// Loads the library, once; null if it is there, else what is wrong with it.
const char *_Nullable maru_curl_load(void);
/// The version as 0xXXYYZZ; 0 before the library was loaded.
uint32_t maru_curl_version(void);
/// Nanoseconds of CLOCK_MONOTONIC.
int64_t maru_curl_now(void);

/// A thread of the system's, named for debuggers, to which no signal is delivered.
typedef struct MaruCurlThread MaruCurlThread;
/// Starts a thread; null if the system has none to give.
MaruCurlThread *_Nullable maru_curl_thread_start(
  void (*body)(void *_Nullable context), void *_Nullable context);
/// Waits until the thread has ended, and frees it.
void maru_curl_thread_join(MaruCurlThread *thread);

MaruCurlEasy *_Nullable maru_curl_easy_new(void);
void maru_curl_easy_free(MaruCurlEasy *easy);
int32_t maru_curl_set_long(MaruCurlEasy *easy, int32_t option, long value);
int32_t maru_curl_set_offset(MaruCurlEasy *easy, int32_t option, int64_t value);
int32_t maru_curl_set_text(MaruCurlEasy *easy, int32_t option, const char *_Nullable value);
int32_t maru_curl_set_pointer(MaruCurlEasy *easy, int32_t option, const void *_Nullable value);
int32_t maru_curl_set_function(MaruCurlEasy *easy, int32_t option, MaruCurlDataFunction function);
/// Has every connection and every sending of the handle pass 'gate', which must outlive it.
void maru_curl_set_gate(MaruCurlEasy *easy, MaruCurlGate *gate);
/// Says that what came over the gate's connection was HTTP/1: one answer after the other, so that a
/// byte too many would be taken for the next request's answer.
void maru_curl_gate_speaks_http1(MaruCurlGate *gate);
long maru_curl_info_long(MaruCurlEasy *easy, int32_t info);
int64_t maru_curl_info_offset(MaruCurlEasy *easy, int32_t info);
/// Whether there was a connection of TCP, if only for a moment.
bool maru_curl_was_connected(MaruCurlEasy *easy);
int32_t maru_curl_pause(MaruCurlEasy *easy, int32_t mask);

MaruCurlMulti *_Nullable maru_curl_multi_new(
  long maximumConnections, long maximumPerHost, long maximumKept);
/// Closes all connections; no handle may be left in it.
void maru_curl_multi_free(MaruCurlMulti *multi);
int32_t maru_curl_multi_add(MaruCurlMulti *multi, MaruCurlEasy *easy);
int32_t maru_curl_multi_remove(MaruCurlMulti *multi, MaruCurlEasy *easy);
/// Does what libcurl's own timer says is due.
void maru_curl_multi_run_timer(MaruCurlMulti *multi);
/// Sleeps until a socket is ready, the timer is due, 'milliseconds' are over (-1: never) or another
/// thread calls maru_curl_multi_wake; then serves the sockets and the timer.
void maru_curl_multi_wait(MaruCurlMulti *multi, int32_t milliseconds);
/// Ends a wait, from any thread; one that has not begun ends at once.
void maru_curl_multi_wake(MaruCurlMulti *multi);
/// Takes the next transfer that is over, if there is one: its handle's CURLOPT_PRIVATE and its code.
bool maru_curl_multi_next(
  MaruCurlMulti *multi, void *_Nullable *_Nonnull context, int32_t *code);

#pragma clang assume_nonnull end

#endif
