#include "DBusFunctions.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DEFINE(Result, name, Arguments) Result(*maru_##name) Arguments;
MARU_DBUS_FUNCTIONS(DEFINE)
#undef DEFINE

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure = "libdbus was not loaded";

static void load(void) {
  // RTLD_LOCAL: its symbols must not shadow those of another library in the process.
  void *library = dlopen("libdbus-1.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure = "libdbus-1.so.3 was not found";
    return;
  }
#define FIND(Result, name, Arguments) \
  maru_##name = (Result(*) Arguments)dlsym(library, #name); \
  if (!maru_##name) { \
    failure = "libdbus-1.so.3 is too old: it lacks " #name; \
    return; \
  }
  MARU_DBUS_FUNCTIONS(FIND)
#undef FIND
  if (!maru_dbus_threads_init_default()) {
    failure = "libdbus-1.so.3 could not be initialized";
    return;
  }
  failure = NULL;
}

const char *maru_dbus_load(void) {
  pthread_once(&once, load);
  return failure;
}

static int64_t now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void maru_bus_fail(MaruBusError *error, const char *name) {
  strncpy(error->name, name, sizeof error->name - 1);
  error->name[sizeof error->name - 1] = 0;
}

bool maru_bus_keep(MaruBusPath *path, const char *text) {
  size_t length = strlen(text);
  if (length >= sizeof path->text) return false;
  memcpy(path->text, text, length + 1);
  return true;
}

DBusMessage *maru_bus_message(const char *path, const char *interface, const char *method) {
  return maru_dbus_message_new_method_call("org.freedesktop.secrets", path, interface, method);
}

/// Milliseconds until the deadline; 0 once it is reached.
static int left(const MaruBus *bus) {
  int64_t nanoseconds = bus->deadlineNanoseconds - now();
  return nanoseconds <= 0 ? 0 : (int)(nanoseconds / 1000000 + 1);
}

/// Waits for a reply, which may be an error; null, with an error, if none comes in time.
///
/// The library's own call that blocks first waits without a limit until the message is written, which
/// a bus that says nothing never lets happen.
static DBusMessage *await(MaruBus *bus, DBusPendingCall *pending, MaruBusError *error) {
  while (!maru_dbus_pending_call_get_completed(pending)) {
    int milliseconds = left(bus);
    if (milliseconds == 0) {
      maru_dbus_pending_call_cancel(pending);
      maru_bus_fail(error, MARU_BUS_TIMEOUT);
      return NULL;
    }
    if (!maru_dbus_connection_read_write_dispatch(bus->connection, milliseconds)
        && !maru_dbus_pending_call_get_completed(pending)) {
      maru_bus_fail(error, MARU_BUS_DISCONNECTED);
      return NULL;
    }
  }
  DBusMessage *reply = maru_dbus_pending_call_steal_reply(pending);
  if (!reply) maru_bus_fail(error, MARU_BUS_DISCONNECTED);
  return reply;
}

DBusMessage *maru_bus_call(
  MaruBus *bus, DBusMessage *message, const char *signature, MaruBusError *error) {
  DBusPendingCall *pending = NULL;
  // The library's own limit is never waited for: the deadline comes first.
  bool isSent = message
    && maru_dbus_connection_send_with_reply(bus->connection, message, &pending, INT_MAX);
  if (message) maru_dbus_message_unref(message);
  if (!isSent || !pending) {
    // Without a pending call the connection has ended.
    maru_bus_fail(error, isSent ? MARU_BUS_DISCONNECTED : MARU_BUS_NO_MEMORY);
    return NULL;
  }
  DBusMessage *reply = await(bus, pending, error);
  maru_dbus_pending_call_unref(pending);
  if (!reply) return NULL;
  const char *problem = maru_dbus_message_get_error_name(reply);
  if (!problem && !maru_dbus_message_has_signature(reply, signature)) {
    problem = MARU_BUS_MALFORMED;
  }
  if (!problem) return reply;
  maru_bus_fail(error, problem);
  maru_dbus_message_unref(reply);
  return NULL;
}

/// What every connection must say first; the bus answers with the connection's name.
static bool sayHello(MaruBus *bus, MaruBusError *error) {
  DBusMessage *message = maru_dbus_message_new_method_call(
    "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello");
  DBusMessage *reply = maru_bus_call(bus, message, "s", error);
  if (!reply) return false;
  MaruIterator iterator;
  maru_dbus_message_iter_init(reply, &iterator);
  const char *name = NULL;
  maru_dbus_message_iter_get_basic(&iterator, &name);
  bool isNamed = maru_dbus_bus_set_unique_name(bus->connection, name);
  if (!isNamed) maru_bus_fail(error, MARU_BUS_NO_MEMORY);
  maru_dbus_message_unref(reply);
  return isNamed;
}

/// What a thread connects with, for one that waits no longer than it may.
///
/// Connecting to a socket whose listener accepts nobody waits without a limit, inside the library.
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t isOver;
  /// Of the two threads, those that have not let go.
  int users;
  bool isDone;
  char *address;
  DBusConnection *connection;
  MaruBusError error;
} Connecting;

static void letGo(Connecting *connecting) {
  pthread_mutex_lock(&connecting->mutex);
  bool isLast = --connecting->users == 0;
  pthread_mutex_unlock(&connecting->mutex);
  if (!isLast) return;
  if (connecting->connection) {
    // Nobody has waited for it.
    maru_dbus_connection_close(connecting->connection);
    maru_dbus_connection_unref(connecting->connection);
  }
  pthread_cond_destroy(&connecting->isOver);
  pthread_mutex_destroy(&connecting->mutex);
  free(connecting->address);
  free(connecting);
}

static void *connecting(void *context) {
  Connecting *connecting = context;
  MaruDBusError problem;
  maru_dbus_error_init(&problem);
  // Private: the process's shared connection is whoever's, and may end the process with the bus.
  DBusConnection *connection =
    maru_dbus_connection_open_private(connecting->address, &problem);
  pthread_mutex_lock(&connecting->mutex);
  connecting->connection = connection;
  if (!connection) {
    maru_bus_fail(&connecting->error, problem.name ? problem.name : MARU_BUS_NO_MEMORY);
  }
  connecting->isDone = true;
  pthread_cond_signal(&connecting->isOver);
  pthread_mutex_unlock(&connecting->mutex);
  if (!connection) maru_dbus_error_free(&problem);
  letGo(connecting);
  return NULL;
}

/// Connects until the deadline; null, with an error, if that fails.
static DBusConnection *connectUntil(
  const char *address, int64_t deadlineNanoseconds, MaruBusError *error) {
  Connecting *state = calloc(1, sizeof *state);
  char *copy = strdup(address);
  pthread_t thread;
  pthread_condattr_t monotonic;
  if (!state || !copy || pthread_condattr_init(&monotonic) != 0) {
    free(state);
    free(copy);
    maru_bus_fail(error, MARU_BUS_NO_MEMORY);
    return NULL;
  }
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&state->isOver, &monotonic);
  pthread_condattr_destroy(&monotonic);
  pthread_mutex_init(&state->mutex, NULL);
  state->address = copy;
  state->users = 2;
  if (pthread_create(&thread, NULL, connecting, state) != 0) {
    state->users = 1;
    letGo(state);
    maru_bus_fail(error, MARU_BUS_NO_MEMORY);
    return NULL;
  }
  pthread_detach(thread);
  struct timespec until = {
    .tv_sec = deadlineNanoseconds / 1000000000, .tv_nsec = deadlineNanoseconds % 1000000000};
  pthread_mutex_lock(&state->mutex);
  int status = 0;
  while (!state->isDone && status == 0) {
    status = pthread_cond_timedwait(&state->isOver, &state->mutex, &until);
  }
  DBusConnection *connection = state->connection;
  state->connection = NULL;
  if (!connection) {
    maru_bus_fail(error, state->isDone ? state->error.name : MARU_BUS_TIMEOUT);
  }
  pthread_mutex_unlock(&state->mutex);
  letGo(state);
  return connection;
}

MaruBus *maru_bus_open(const char *address, int32_t milliseconds, MaruBusError *error) {
  // So that threads that wait to connect to such a socket do not become many.
  if (maru_bus_is_full(address)) {
    maru_bus_fail(error, MARU_BUS_LIMITS);
    return NULL;
  }
  MaruBus *bus = calloc(1, sizeof *bus);
  if (!bus) {
    maru_bus_fail(error, MARU_BUS_NO_MEMORY);
    return NULL;
  }
  bus->deadlineNanoseconds = now() + (int64_t)milliseconds * 1000000;
  // The process's way with SIGPIPE is the app's; on Linux the library writes without one.
  maru_dbus_connection_set_change_sigpipe(false);
  bus->connection = connectUntil(address, bus->deadlineNanoseconds, error);
  if (!bus->connection) {
    free(bus);
    return NULL;
  }
  maru_dbus_connection_set_exit_on_disconnect(bus->connection, false);
  if (!sayHello(bus, error)) {
    maru_bus_close(bus);
    return NULL;
  }
  return bus;
}

void maru_bus_close(MaruBus *bus) {
  maru_dbus_connection_close(bus->connection);
  maru_dbus_connection_unref(bus->connection);
  free(bus);
}

#endif
