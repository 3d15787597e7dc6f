#pragma once

// What Maru says to the desktop's Secret Service, over the system's libdbus-1.so.3. Nothing of D-Bus's
// is declared here, so that no header of it is needed to build.
//
// A bus is used by one thread at a time. All calls block, until the reply or the bus's deadline.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)

#pragma clang assume_nonnull begin

/// Loads the library, once; null if it is there, else what is wrong with it.
const char *_Nullable maru_dbus_load(void);

/// A connection of its own to a message bus, and a deadline.
typedef struct MaruBus MaruBus;

/// The name of the D-Bus error that a call ended with, cut where it does not fit.
typedef struct {
  char name[128];
} MaruBusError;

/// The longest path of an object that is taken, with the zero at its end.
#define MARU_BUS_PATH_BYTES 1024

typedef struct {
  char text[MARU_BUS_PATH_BYTES];
} MaruBusPath;

typedef void (*MaruBusPathFunction)(const char *path, bool isLocked, void *context);
typedef void (*MaruBusBytesFunction)(
  const uint8_t *_Nullable bytes, size_t count, void *context);

/// Connects to the bus at 'address', and says hello; null if that fails. All that is asked of it must
/// be done within 'milliseconds'.
MaruBus *_Nullable maru_bus_open(
  const char *address, int32_t milliseconds, MaruBusError *error);
/// Closes the connection, and with it the service's session.
void maru_bus_close(MaruBus *bus);

// Each returns false if there was an error. 'attributes' are names, each followed by its value, with a
// zero behind each text and one more at the end.

/// Opens a session without encryption of its own; secrets are read and written in one.
bool maru_secrets_open_session(MaruBus *bus, MaruBusError *error);
/// The collection that the user has chosen for new items; '/' if there is none.
bool maru_secrets_default_collection(MaruBus *bus, MaruBusPath *path, MaruBusError *error);
bool maru_secrets_is_locked(
  MaruBus *bus, const char *collection, bool *isLocked, MaruBusError *error);
/// Names every item that has these attributes, and others as well.
bool maru_secrets_search(
  MaruBus *bus, const char *attributes, MaruBusPathFunction found,
  void *context, MaruBusError *error);
/// Hands the value of an item to 'found', once.
bool maru_secrets_read(
  MaruBus *bus, const char *item, MaruBusBytesFunction found, void *context, MaruBusError *error);
/// Makes an item, or changes the one of the collection that has exactly these attributes. If the
/// service wants to ask the user, that is called off, and 'wouldAsk' is set.
bool maru_secrets_create(
  MaruBus *bus, const char *collection, const char *label,
  const char *attributes, const uint8_t *_Nullable bytes, size_t count,
  bool *wouldAsk, MaruBusError *error);
/// Deletes an item; 'wouldAsk' is as above.
bool maru_secrets_delete(MaruBus *bus, const char *item, bool *wouldAsk, MaruBusError *error);

#pragma clang assume_nonnull end

#endif
