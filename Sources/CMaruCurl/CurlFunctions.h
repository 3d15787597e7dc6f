#pragma once

// The functions of libcurl.so.4 that are looked up when it is loaded, as pointers named like them.

#include "CMaruCurl.h"

#if defined(__linux__)

/// struct CURLMsg of curl/multi.h.
typedef struct {
  int kind;
  MaruCurlEasy *easy;
  union {
    void *whatever;
    int result;
  } data;
} MaruCurlMessage;

/// The head of curl_version_info_data of curl/curl.h, which only ever grows at its end.
typedef struct {
  int age;
  const char *version;
  unsigned int number;
  const char *host;
  int features;
} MaruCurlVersion;

#define MARU_CURL_FUNCTIONS(FUNCTION) \
  FUNCTION(int, curl_global_init, (long)) \
  FUNCTION(const MaruCurlVersion *, curl_version_info, (int)) \
  FUNCTION(MaruCurlEasy *, curl_easy_init, (void)) \
  FUNCTION(void, curl_easy_cleanup, (MaruCurlEasy *)) \
  FUNCTION(int, curl_easy_setopt, (MaruCurlEasy *, int, ...)) \
  FUNCTION(int, curl_easy_getinfo, (MaruCurlEasy *, int, ...)) \
  FUNCTION(int, curl_easy_pause, (MaruCurlEasy *, int)) \
  FUNCTION(void *, curl_multi_init, (void)) \
  FUNCTION(int, curl_multi_cleanup, (void *)) \
  FUNCTION(int, curl_multi_setopt, (void *, int, ...)) \
  FUNCTION(int, curl_multi_add_handle, (void *, MaruCurlEasy *)) \
  FUNCTION(int, curl_multi_remove_handle, (void *, MaruCurlEasy *)) \
  FUNCTION(int, curl_multi_socket_action, (void *, int, int, int *)) \
  FUNCTION(MaruCurlMessage *, curl_multi_info_read, (void *, int *))

#define MARU_CURL_DECLARE(Result, name, Arguments) extern Result(*maru_##name) Arguments;
MARU_CURL_FUNCTIONS(MARU_CURL_DECLARE)
#undef MARU_CURL_DECLARE

/// Says that a descriptor has just been opened by us.
void maru_curl_multi_opened(MaruCurlMulti *multi, int descriptor);
/// The descriptor of the connection with a local port; -1 if it is not known.
int maru_curl_multi_descriptor(MaruCurlMulti *multi, int localPort);
/// Whether HTTP/1 was spoken over a connection.
bool maru_curl_multi_speaks_http1(MaruCurlMulti *multi, int descriptor);
void maru_curl_multi_set_http1(MaruCurlMulti *multi, int descriptor);
/// Says that a descriptor is about to be closed by us.
void maru_curl_multi_closing(MaruCurlMulti *multi, int descriptor);

#endif
