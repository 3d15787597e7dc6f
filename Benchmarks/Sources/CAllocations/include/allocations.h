#pragma once
#include <stdint.h>
/// How often memory has been asked for since the process began; 0 where that is not counted.
uint64_t allocations_so_far(void);
/// How many bytes of memory are asked for and not given back; 0 where that is not counted.
int64_t allocated_bytes(void);
