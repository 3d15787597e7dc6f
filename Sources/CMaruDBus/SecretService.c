#include "DBusFunctions.h"

#if defined(__linux__)

// Secret Service API, draft 0.2: https://specifications.freedesktop.org/secret-service/

#include <limits.h>
#include <string.h>

#define SERVICE_PATH "/org/freedesktop/secrets"
#define SERVICE "org.freedesktop.Secret.Service"
#define COLLECTION "org.freedesktop.Secret.Collection"
#define ITEM "org.freedesktop.Secret.Item"
#define PROMPT "org.freedesktop.Secret.Prompt"
#define PROPERTIES "org.freedesktop.DBus.Properties"
/// The path that stands for no object.
#define NO_PATH "/"

/// Gives a message back that could not be filled for want of memory.
static DBusMessage *orNothing(DBusMessage *message, bool isFilled) {
  if (isFilled) return message;
  maru_dbus_message_unref(message);
  return NULL;
}

static bool appendText(MaruIterator *to, int type, const char *text) {
  return maru_dbus_message_iter_append_basic(to, type, &text);
}

/// A variant that holds a text.
static bool appendVariantText(MaruIterator *to, const char *text) {
  MaruIterator variant;
  return maru_dbus_message_iter_open_container(to, TYPE_VARIANT, "s", &variant)
    && appendText(&variant, TYPE_TEXT, text)
    && maru_dbus_message_iter_close_container(to, &variant);
}

static bool appendBytes(MaruIterator *to, const uint8_t *bytes, size_t count) {
  static const uint8_t nothing = 0;
  const uint8_t *first = bytes ? bytes : &nothing;
  MaruIterator array;
  return maru_dbus_message_iter_open_container(to, TYPE_ARRAY, "y", &array)
    && maru_dbus_message_iter_append_fixed_array(&array, TYPE_BYTE, &first, (int)count)
    && maru_dbus_message_iter_close_container(to, &array);
}

/// a{ss}
static bool appendAttributes(MaruIterator *to, const char *attributes) {
  MaruIterator array;
  if (!maru_dbus_message_iter_open_container(to, TYPE_ARRAY, "{ss}", &array)) return false;
  for (const char *name = attributes; *name;) {
    const char *value = name + strlen(name) + 1;
    MaruIterator entry;
    if (!maru_dbus_message_iter_open_container(&array, TYPE_ENTRY, NULL, &entry)
        || !appendText(&entry, TYPE_TEXT, name) || !appendText(&entry, TYPE_TEXT, value)
        || !maru_dbus_message_iter_close_container(&array, &entry)) {
      return false;
    }
    name = value + strlen(value) + 1;
  }
  return maru_dbus_message_iter_close_container(to, &array);
}

/// Calls off a question to the user; nobody waits for what becomes of it.
static void dismiss(MaruBus *bus, const char *prompt) {
  MaruBusError ignored;
  DBusMessage *reply = maru_bus_call(bus, maru_bus_message(prompt, PROMPT, "Dismiss"), "", &ignored);
  if (reply) maru_dbus_message_unref(reply);
}

bool maru_secrets_open_session(MaruBus *bus, MaruBusError *error) {
  DBusMessage *message = maru_bus_message(SERVICE_PATH, SERVICE, "OpenSession");
  if (message) {
    MaruIterator iterator;
    maru_dbus_message_iter_init_append(message, &iterator);
    message = orNothing(
      message, appendText(&iterator, TYPE_TEXT, "plain") && appendVariantText(&iterator, ""));
  }
  DBusMessage *reply = maru_bus_call(bus, message, "vo", error);
  if (!reply) return false;
  MaruIterator iterator;
  maru_dbus_message_iter_init(reply, &iterator);
  maru_dbus_message_iter_next(&iterator);
  const char *path = NULL;
  maru_dbus_message_iter_get_basic(&iterator, &path);
  bool isKept = maru_bus_keep(&bus->session, path);
  if (!isKept) maru_bus_fail(error, MARU_BUS_MALFORMED);
  maru_dbus_message_unref(reply);
  return isKept;
}

bool maru_secrets_default_collection(MaruBus *bus, MaruBusPath *path, MaruBusError *error) {
  DBusMessage *message = maru_bus_message(SERVICE_PATH, SERVICE, "ReadAlias");
  if (message) {
    MaruIterator iterator;
    maru_dbus_message_iter_init_append(message, &iterator);
    message = orNothing(message, appendText(&iterator, TYPE_TEXT, "default"));
  }
  DBusMessage *reply = maru_bus_call(bus, message, "o", error);
  if (!reply) return false;
  MaruIterator iterator;
  maru_dbus_message_iter_init(reply, &iterator);
  const char *found = NULL;
  maru_dbus_message_iter_get_basic(&iterator, &found);
  bool isKept = maru_bus_keep(path, found);
  if (!isKept) maru_bus_fail(error, MARU_BUS_MALFORMED);
  maru_dbus_message_unref(reply);
  return isKept;
}

bool maru_secrets_is_locked(
  MaruBus *bus, const char *collection, bool *isLocked, MaruBusError *error) {
  DBusMessage *message = maru_bus_message(collection, PROPERTIES, "Get");
  if (message) {
    MaruIterator iterator;
    maru_dbus_message_iter_init_append(message, &iterator);
    message = orNothing(
      message,
      appendText(&iterator, TYPE_TEXT, COLLECTION) && appendText(&iterator, TYPE_TEXT, "Locked"));
  }
  DBusMessage *reply = maru_bus_call(bus, message, "v", error);
  if (!reply) return false;
  MaruIterator iterator, variant;
  maru_dbus_message_iter_init(reply, &iterator);
  maru_dbus_message_iter_recurse(&iterator, &variant);
  bool isFlag = maru_dbus_message_iter_get_arg_type(&variant) == TYPE_FLAG;
  if (isFlag) {
    // A flag of D-Bus has four bytes.
    uint32_t flag = 0;
    maru_dbus_message_iter_get_basic(&variant, &flag);
    *isLocked = flag != 0;
  } else {
    maru_bus_fail(error, MARU_BUS_MALFORMED);
  }
  maru_dbus_message_unref(reply);
  return isFlag;
}

bool maru_secrets_search(
  MaruBus *bus, const char *attributes, MaruBusPathFunction found, void *context,
  MaruBusError *error) {
  DBusMessage *message = maru_bus_message(SERVICE_PATH, SERVICE, "SearchItems");
  if (message) {
    MaruIterator iterator;
    maru_dbus_message_iter_init_append(message, &iterator);
    message = orNothing(message, appendAttributes(&iterator, attributes));
  }
  DBusMessage *reply = maru_bus_call(bus, message, "aoao", error);
  if (!reply) return false;
  MaruIterator iterator;
  maru_dbus_message_iter_init(reply, &iterator);
  // Unlocked ones first.
  for (int part = 0; part < 2; part++) {
    MaruIterator paths;
    maru_dbus_message_iter_recurse(&iterator, &paths);
    while (maru_dbus_message_iter_get_arg_type(&paths) == TYPE_PATH) {
      const char *path = NULL;
      maru_dbus_message_iter_get_basic(&paths, &path);
      found(path, part == 1, context);
      maru_dbus_message_iter_next(&paths);
    }
    maru_dbus_message_iter_next(&iterator);
  }
  maru_dbus_message_unref(reply);
  return true;
}

bool maru_secrets_read(
  MaruBus *bus, const char *item, MaruBusBytesFunction found, void *context, MaruBusError *error) {
  DBusMessage *message = maru_bus_message(item, ITEM, "GetSecret");
  if (message) {
    MaruIterator iterator;
    maru_dbus_message_iter_init_append(message, &iterator);
    message = orNothing(message, appendText(&iterator, TYPE_PATH, bus->session.text));
  }
  // Session, parameters, value, content type.
  DBusMessage *reply = maru_bus_call(bus, message, "(oayays)", error);
  if (!reply) return false;
  MaruIterator iterator, secret, value;
  maru_dbus_message_iter_init(reply, &iterator);
  maru_dbus_message_iter_recurse(&iterator, &secret);
  maru_dbus_message_iter_next(&secret);
  maru_dbus_message_iter_next(&secret);
  maru_dbus_message_iter_recurse(&secret, &value);
  const uint8_t *bytes = NULL;
  int count = 0;
  // An empty array has no type to ask for.
  if (maru_dbus_message_iter_get_arg_type(&value) == TYPE_BYTE) {
    maru_dbus_message_iter_get_fixed_array(&value, &bytes, &count);
  }
  found(bytes, (size_t)count, context);
  maru_dbus_message_unref(reply);
  return true;
}

/// One entry of a{sv}: a property and its value.
static bool appendLabel(MaruIterator *to, const char *label) {
  MaruIterator entry;
  return maru_dbus_message_iter_open_container(to, TYPE_ENTRY, NULL, &entry)
    && appendText(&entry, TYPE_TEXT, ITEM ".Label") && appendVariantText(&entry, label)
    && maru_dbus_message_iter_close_container(to, &entry);
}

static bool appendAttributesProperty(MaruIterator *to, const char *attributes) {
  MaruIterator entry, variant;
  return maru_dbus_message_iter_open_container(to, TYPE_ENTRY, NULL, &entry)
    && appendText(&entry, TYPE_TEXT, ITEM ".Attributes")
    && maru_dbus_message_iter_open_container(&entry, TYPE_VARIANT, "a{ss}", &variant)
    && appendAttributes(&variant, attributes)
    && maru_dbus_message_iter_close_container(&entry, &variant)
    && maru_dbus_message_iter_close_container(to, &entry);
}

static bool appendItem(
  MaruIterator *to, const MaruBus *bus, const char *label, const char *attributes,
  const uint8_t *bytes, size_t count) {
  MaruIterator properties, secret;
  uint32_t replaces = 1;
  return maru_dbus_message_iter_open_container(to, TYPE_ARRAY, "{sv}", &properties)
    && appendLabel(&properties, label) && appendAttributesProperty(&properties, attributes)
    && maru_dbus_message_iter_close_container(to, &properties)
    && maru_dbus_message_iter_open_container(to, TYPE_STRUCT, NULL, &secret)
    && appendText(&secret, TYPE_PATH, bus->session.text) && appendBytes(&secret, NULL, 0)
    && appendBytes(&secret, bytes, count)
    && appendText(&secret, TYPE_TEXT, "application/octet-stream")
    && maru_dbus_message_iter_close_container(to, &secret)
    && maru_dbus_message_iter_append_basic(to, TYPE_FLAG, &replaces);
}

bool maru_secrets_create(
  MaruBus *bus, const char *collection, const char *label, const char *attributes,
  const uint8_t *bytes, size_t count, bool *wouldAsk, MaruBusError *error) {
  DBusMessage *message =
    count <= INT_MAX ? maru_bus_message(collection, COLLECTION, "CreateItem") : NULL;
  if (message) {
    MaruIterator iterator;
    maru_dbus_message_iter_init_append(message, &iterator);
    message = orNothing(message, appendItem(&iterator, bus, label, attributes, bytes, count));
  }
  // The item, or else a prompt.
  DBusMessage *reply = maru_bus_call(bus, message, "oo", error);
  if (!reply) return false;
  MaruIterator iterator;
  const char *item = NULL, *prompt = NULL;
  maru_dbus_message_iter_init(reply, &iterator);
  maru_dbus_message_iter_get_basic(&iterator, &item);
  maru_dbus_message_iter_next(&iterator);
  maru_dbus_message_iter_get_basic(&iterator, &prompt);
  *wouldAsk = strcmp(item, NO_PATH) == 0;
  if (strcmp(prompt, NO_PATH) != 0) dismiss(bus, prompt);
  maru_dbus_message_unref(reply);
  return true;
}

bool maru_secrets_delete(MaruBus *bus, const char *item, bool *wouldAsk, MaruBusError *error) {
  DBusMessage *reply = maru_bus_call(bus, maru_bus_message(item, ITEM, "Delete"), "o", error);
  if (!reply) return false;
  MaruIterator iterator;
  const char *prompt = NULL;
  maru_dbus_message_iter_init(reply, &iterator);
  maru_dbus_message_iter_get_basic(&iterator, &prompt);
  *wouldAsk = strcmp(prompt, NO_PATH) != 0;
  if (*wouldAsk) dismiss(bus, prompt);
  maru_dbus_message_unref(reply);
  return true;
}

#endif
