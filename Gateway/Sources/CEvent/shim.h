#pragma once
// First: event-config.h defines _GNU_SOURCE, which must come too late to change glibc's types
// against those that Swift's Glibc module has.
#ifdef __linux__
#include <features.h>
#endif
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/thread.h>
