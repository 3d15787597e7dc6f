#include "allocations.h"
#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t count;
static _Atomic int64_t live;

uint64_t allocations_so_far(void) { return atomic_load_explicit(&count, memory_order_relaxed); }
int64_t allocated_bytes(void) { return atomic_load_explicit(&live, memory_order_relaxed); }

#if defined(__GLIBC__)
#include <malloc.h>
// An executable's own malloc comes before the C library's, which stays reachable by its inner name.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static void *taken(void *memory) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  int64_t size = (int64_t)malloc_usable_size(memory);
  atomic_fetch_add_explicit(&live, size, memory_order_relaxed);
  return memory;
}

static void given(void *memory) {
  int64_t size = (int64_t)malloc_usable_size(memory);
  atomic_fetch_sub_explicit(&live, size, memory_order_relaxed);
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return taken(__libc_calloc(number, size)); }
void *realloc(void *old, size_t size) {
  given(old);
  void *memory = __libc_realloc(old, size);
  // A failed realloc leaves the old block as it was.
  return memory || size == 0 ? taken(memory) : (taken(old), NULL);
}
void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  void *memory = memalign(alignment, size);
  // ENOMEM
  if (!memory) return 12;
  *out = memory;
  return 0;
}
void free(void *memory) {
  given(memory);
  __libc_free(memory);
}
#endif
