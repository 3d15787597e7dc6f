#include "CurlFunctions.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

// 7.80: CURLOPT_PREREQFUNCTION, without which a request can't be kept from being sent twice.
#define OLDEST_VERSION 0x075000
// CURL_GLOBAL_ALL and CURLVERSION_FIRST of curl/curl.h.
#define GLOBAL_ALL 3
#define VERSION_FIRST 0
// CURLINFO_CONNECT_TIME_T and CURLINFO_OS_ERRNO.
#define CONNECT_TIME 0x600034
#define OS_ERRNO 0x200019
#define FEATURE_SSL (1 << 2)

#define DEFINE(Result, name, Arguments) Result(*maru_##name) Arguments;
MARU_CURL_FUNCTIONS(DEFINE)
#undef DEFINE

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure = "libcurl was not loaded";
static uint32_t version;

static void load(void) {
  // RTLD_LOCAL: its symbols must not shadow those of another libcurl in the process.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure = "libcurl.so.4 was not found";
    return;
  }
#define FIND(Result, name, Arguments) \
  maru_##name = (Result(*) Arguments)dlsym(library, #name); \
  if (!maru_##name) { \
    failure = "libcurl.so.4 is too old: it lacks " #name; \
    return; \
  }
  MARU_CURL_FUNCTIONS(FIND)
#undef FIND
  const MaruCurlVersion *info = maru_curl_version_info(VERSION_FIRST);
  if (info->number < OLDEST_VERSION) {
    failure = "libcurl.so.4 is older than 7.80";
    return;
  }
  if (!(info->features & FEATURE_SSL)) {
    failure = "libcurl.so.4 was built without TLS";
    return;
  }
  if (maru_curl_global_init(GLOBAL_ALL) != 0) {
    failure = "libcurl.so.4 could not be initialized";
    return;
  }
  version = info->number;
  failure = NULL;
}

const char *maru_curl_load(void) {
  pthread_once(&once, load);
  return failure;
}

uint32_t maru_curl_version(void) { return version; }

int64_t maru_curl_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

MaruCurlEasy *maru_curl_easy_new(void) { return maru_curl_easy_init(); }

void maru_curl_easy_free(MaruCurlEasy *easy) { maru_curl_easy_cleanup(easy); }

int32_t maru_curl_set_long(MaruCurlEasy *easy, int32_t option, long value) {
  return maru_curl_easy_setopt(easy, option, value);
}

int32_t maru_curl_set_offset(MaruCurlEasy *easy, int32_t option, int64_t value) {
  return maru_curl_easy_setopt(easy, option, value);
}

int32_t maru_curl_set_text(MaruCurlEasy *easy, int32_t option, const char *value) {
  return maru_curl_easy_setopt(easy, option, value);
}

int32_t maru_curl_set_pointer(MaruCurlEasy *easy, int32_t option, const void *value) {
  return maru_curl_easy_setopt(easy, option, value);
}

int32_t maru_curl_set_function(MaruCurlEasy *easy, int32_t option, MaruCurlDataFunction function) {
  return maru_curl_easy_setopt(easy, option, function);
}

long maru_curl_info_long(MaruCurlEasy *easy, int32_t info) {
  long value = 0;
  return maru_curl_easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

int64_t maru_curl_info_offset(MaruCurlEasy *easy, int32_t info) {
  int64_t value = 0;
  return maru_curl_easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

bool maru_curl_was_connected(MaruCurlEasy *easy) {
  // One that is reset before libcurl has looked at it has no time of connecting.
  return maru_curl_info_offset(easy, CONNECT_TIME) > 0
    || maru_curl_info_long(easy, OS_ERRNO) == ECONNRESET;
}

int32_t maru_curl_pause(MaruCurlEasy *easy, int32_t mask) {
  return maru_curl_easy_pause(easy, mask);
}

#endif
