#include "DBusFunctions.h"

#if defined(__linux__)

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/// Reads a value of an address, up to the next comma, semicolon or end; false if it does not fit.
static bool decode(const char *from, char *to, size_t size) {
  size_t count = 0;
  while (*from && *from != ',' && *from != ';') {
    char byte = *from++;
    if (byte == '%') {
      if (!from[0] || !from[1]) return false;
      char digits[3] = {from[0], from[1], 0};
      byte = (char)strtol(digits, NULL, 16);
      from += 2;
    }
    if (count + 1 >= size) return false;
    to[count++] = byte;
  }
  to[count] = 0;
  return count > 0;
}

/// Whether the socket of one address takes no more connections; any other trouble is the library's.
static bool isFull(const char *address) {
  static const char path[] = "unix:path=", abstract[] = "unix:abstract=";
  bool isPath = strncmp(address, path, sizeof path - 1) == 0;
  if (!isPath && strncmp(address, abstract, sizeof abstract - 1) != 0) return false;
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  // The name of an abstract socket has a zero in front, and none behind.
  char *text = isPath ? name.sun_path : name.sun_path + 1;
  size_t room = sizeof name.sun_path - (isPath ? 0 : 1);
  const char *value = address + (isPath ? sizeof path : sizeof abstract) - 1;
  if (!decode(value, text, room)) return false;
  socklen_t length = (socklen_t)(text - (char *)&name + strlen(text) + (isPath ? 1 : 0));
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return false;
  int status;
  do {
    status = connect(descriptor, (struct sockaddr *)&name, length);
  } while (status != 0 && errno == EINTR);
  bool isFull = status != 0 && errno == EAGAIN;
  close(descriptor);
  return isFull;
}

bool maru_bus_is_full(const char *address) {
  for (const char *next = address; next; next = strchr(next, ';')) {
    if (*next == ';') next++;
    if (isFull(next)) return true;
  }
  return false;
}

#endif
