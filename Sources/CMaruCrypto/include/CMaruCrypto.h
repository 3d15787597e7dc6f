#pragma once

// What Maru uses of libcrypto: bytes in, bytes out. Nothing of OpenSSL's is declared here, so that no
// header of it is needed to build.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)

#pragma clang assume_nonnull begin

// AES-256 in Galois/Counter Mode with a nonce of 96 bits (NIST SP 800-38D).
#define MARU_CRYPTO_KEY_BYTES 32
#define MARU_CRYPTO_NONCE_BYTES 12
#define MARU_CRYPTO_TAG_BYTES 16
// SHA-256 (FIPS 180-4).
#define MARU_CRYPTO_HASH_BYTES 32

/// Loads the library, once; null if it is there, else what is wrong with it.
const char *_Nullable maru_crypto_load(void);

/// Random bytes of the system's (getrandom(2)); needs no library. At most 256.
bool maru_crypto_random(uint8_t *bytes, size_t count);

// Each returns false if the library fails or is not there; what it has written is wiped then, and the
// calling thread's queue of errors is as it was before.

/// Encrypts 'count' bytes into as many at 'sealed', and writes the tag.
bool maru_crypto_seal(
  const uint8_t *key, const uint8_t *nonce, const uint8_t *_Nullable context, size_t contextCount,
  const uint8_t *_Nullable plain, size_t count, uint8_t *_Nullable sealed, uint8_t *tag);

/// Decrypts 'count' bytes into as many at 'plain'; false, too, if tag, context or bytes are others.
bool maru_crypto_open(
  const uint8_t *key, const uint8_t *nonce, const uint8_t *_Nullable context, size_t contextCount,
  const uint8_t *_Nullable sealed, size_t count, const uint8_t *tag, uint8_t *_Nullable plain);

/// HMAC with SHA-256 (RFC 2104).
bool maru_crypto_hmac(
  const uint8_t *_Nullable key, size_t keyCount, const uint8_t *_Nullable bytes, size_t count,
  uint8_t *hash);

/// HKDF with SHA-256 (RFC 5869): 'count' bytes, at most 255 hashes long.
bool maru_crypto_hkdf(
  const uint8_t *_Nullable key, size_t keyCount, const uint8_t *_Nullable salt, size_t saltCount,
  const uint8_t *_Nullable info, size_t infoCount, uint8_t *derived, size_t count);

#pragma clang assume_nonnull end

#endif
