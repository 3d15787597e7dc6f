#pragma once

// The functions of libdbus-1.so.3 that are looked up when it is loaded, as pointers named like them,
// and the two structs of its ABI that callers allocate.

#include "CMaruDBus.h"

#if defined(__linux__)

typedef struct DBusConnection DBusConnection;
typedef struct DBusMessage DBusMessage;
typedef struct DBusPendingCall DBusPendingCall;

/// At least as large as DBusMessageIter of dbus-message.h, which is 16 pointers at most.
typedef struct {
  void *words[16];
} MaruIterator;

/// DBusError of dbus-errors.h, whose rest is private: five bits and a pointer.
typedef struct {
  const char *name;
  const char *message;
  void *rest[4];
} MaruDBusError;

#define MARU_DBUS_FUNCTIONS(FUNCTION) \
  FUNCTION(unsigned int, dbus_threads_init_default, (void)) \
  FUNCTION(void, dbus_error_init, (MaruDBusError *)) \
  FUNCTION(void, dbus_error_free, (MaruDBusError *)) \
  FUNCTION(DBusConnection *, dbus_connection_open_private, (const char *, MaruDBusError *)) \
  FUNCTION(void, dbus_connection_set_change_sigpipe, (unsigned int)) \
  FUNCTION(void, dbus_connection_set_exit_on_disconnect, (DBusConnection *, unsigned int)) \
  FUNCTION(void, dbus_connection_close, (DBusConnection *)) \
  FUNCTION(void, dbus_connection_unref, (DBusConnection *)) \
  FUNCTION(unsigned int, dbus_connection_send_with_reply, \
           (DBusConnection *, DBusMessage *, DBusPendingCall **, int)) \
  FUNCTION(unsigned int, dbus_connection_read_write_dispatch, (DBusConnection *, int)) \
  FUNCTION(unsigned int, dbus_pending_call_get_completed, (DBusPendingCall *)) \
  FUNCTION(DBusMessage *, dbus_pending_call_steal_reply, (DBusPendingCall *)) \
  FUNCTION(void, dbus_pending_call_cancel, (DBusPendingCall *)) \
  FUNCTION(void, dbus_pending_call_unref, (DBusPendingCall *)) \
  FUNCTION(const char *, dbus_message_get_error_name, (DBusMessage *)) \
  FUNCTION(unsigned int, dbus_bus_set_unique_name, (DBusConnection *, const char *)) \
  FUNCTION(DBusMessage *, dbus_message_new_method_call, \
           (const char *, const char *, const char *, const char *)) \
  FUNCTION(void, dbus_message_unref, (DBusMessage *)) \
  FUNCTION(unsigned int, dbus_message_has_signature, (DBusMessage *, const char *)) \
  FUNCTION(unsigned int, dbus_message_iter_init, (DBusMessage *, MaruIterator *)) \
  FUNCTION(void, dbus_message_iter_init_append, (DBusMessage *, MaruIterator *)) \
  FUNCTION(int, dbus_message_iter_get_arg_type, (MaruIterator *)) \
  FUNCTION(void, dbus_message_iter_get_basic, (MaruIterator *, void *)) \
  FUNCTION(void, dbus_message_iter_get_fixed_array, (MaruIterator *, void *, int *)) \
  FUNCTION(void, dbus_message_iter_recurse, (MaruIterator *, MaruIterator *)) \
  FUNCTION(unsigned int, dbus_message_iter_next, (MaruIterator *)) \
  FUNCTION(unsigned int, dbus_message_iter_append_basic, (MaruIterator *, int, const void *)) \
  FUNCTION(unsigned int, dbus_message_iter_append_fixed_array, \
           (MaruIterator *, int, const void *, int)) \
  FUNCTION(unsigned int, dbus_message_iter_open_container, \
           (MaruIterator *, int, const char *, MaruIterator *)) \
  FUNCTION(unsigned int, dbus_message_iter_close_container, (MaruIterator *, MaruIterator *))

#define MARU_DBUS_DECLARE(Result, name, Arguments) extern Result(*maru_##name) Arguments;
MARU_DBUS_FUNCTIONS(MARU_DBUS_DECLARE)
#undef MARU_DBUS_DECLARE

// The types of dbus-protocol.h that are spoken here.
#define TYPE_NONE 0
#define TYPE_BYTE 'y'
#define TYPE_FLAG 'b'
#define TYPE_TEXT 's'
#define TYPE_PATH 'o'
#define TYPE_VARIANT 'v'
#define TYPE_ARRAY 'a'
#define TYPE_STRUCT 'r'
#define TYPE_ENTRY 'e'

struct MaruBus {
  DBusConnection *connection;
  int64_t deadlineNanoseconds;
  MaruBusPath session;
};

/// Our own name for a reply of another shape than the specification's.
#define MARU_BUS_MALFORMED "maru.Malformed"
#define MARU_BUS_NO_MEMORY "org.freedesktop.DBus.Error.NoMemory"
#define MARU_BUS_TIMEOUT "org.freedesktop.DBus.Error.Timeout"
#define MARU_BUS_DISCONNECTED "org.freedesktop.DBus.Error.Disconnected"
#define MARU_BUS_LIMITS "org.freedesktop.DBus.Error.LimitsExceeded"

/// Whether a socket that an address names takes no more connections: connecting would wait for ever.
bool maru_bus_is_full(const char *address);
void maru_bus_fail(MaruBusError *error, const char *name);
/// Copies a path; false if it is too long.
bool maru_bus_keep(MaruBusPath *path, const char *text);
/// A message to an object of the service.
DBusMessage *maru_bus_message(const char *path, const char *interface, const char *method);
/// Sends a message, which may be null for want of memory, and gives it back to the library. Null, with
/// an error, if no reply of this signature comes in time.
DBusMessage *maru_bus_call(
  MaruBus *bus, DBusMessage *message, const char *signature, MaruBusError *error);

#endif
