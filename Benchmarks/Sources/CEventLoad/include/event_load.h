#pragma once
#include <stdint.h>

/// Many clients of one event stream, on one thread. Each looks for the number in a title such as
/// "t123", the time at which the event was sent (CLOCK_MONOTONIC, nanoseconds), and for the version
/// behind it, which must grow by one.
typedef struct event_load event_load;

typedef struct {
  /// Clients whose connection was closed by the other side.
  int closed;
  /// Events that arrived, all clients together.
  uint64_t events;
  /// Versions that were not one more than the one before.
  uint64_t out_of_order;
  /// Of the fewest and the most events that one client got.
  uint64_t fewest, most;
  /// From sending to arrival.
  double median_ms, p99_ms, longest_ms;
} event_load_result;

/// Now, on the clock that is measured with.
uint64_t event_load_now(void);

/// Takes memory for so many clients, each of which sends the request; null where this can't run.
event_load *event_load_new(uint16_t port, const char *request, int clients);

/// Connects them all to this machine, and waits until each has got an id; returns how many have not.
int event_load_open(event_load *load, double seconds);

/// Reads until so many events have come in all, or the time is over.
void event_load_read(event_load *load, uint64_t events, double seconds);

/// Closes everything and tells.
event_load_result event_load_end(event_load *load);
