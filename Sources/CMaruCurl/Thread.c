// For pthread_setname_np.
#define _GNU_SOURCE
#include "CurlFunctions.h"

#if defined(__linux__)

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct MaruCurlThread {
  pthread_t id;
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  MaruCurlThread *thread = argument;
  pthread_setname_np(pthread_self(), "maru-curl");
  thread->body(thread->context);
  return NULL;
}

MaruCurlThread *maru_curl_thread_start(void (*body)(void *), void *context) {
  MaruCurlThread *thread = malloc(sizeof(MaruCurlThread));
  if (!thread) return NULL;
  thread->body = body;
  thread->context = context;
  // The app's handlers run on the app's threads, and a broken pipe is an error code here, not the
  // end of the process.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int status = pthread_create(&thread->id, NULL, run, thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (status == 0) return thread;
  free(thread);
  return NULL;
}

void maru_curl_thread_join(MaruCurlThread *thread) {
  pthread_join(thread->id, NULL);
  free(thread);
}

#endif
