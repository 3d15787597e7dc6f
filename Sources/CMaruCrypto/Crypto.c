#include "CMaruCrypto.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

// Types and functions of openssl/evp.h, hmac.h, err.h and crypto.h that are the same in 1.1 and 3.
typedef struct EvpContext EvpContext;
typedef struct EvpCipher EvpCipher;
typedef struct EvpHash EvpHash;
typedef struct Engine Engine;

#define CRYPTO_FUNCTIONS(FUNCTION) \
  FUNCTION(EvpContext *, EVP_CIPHER_CTX_new, (void)) \
  FUNCTION(void, EVP_CIPHER_CTX_free, (EvpContext *)) \
  FUNCTION(int, EVP_CIPHER_CTX_ctrl, (EvpContext *, int, int, void *)) \
  FUNCTION(const EvpCipher *, EVP_aes_256_gcm, (void)) \
  FUNCTION(int, EVP_EncryptInit_ex, \
    (EvpContext *, const EvpCipher *, Engine *, const unsigned char *, const unsigned char *)) \
  FUNCTION(int, EVP_EncryptUpdate, \
    (EvpContext *, unsigned char *, int *, const unsigned char *, int)) \
  FUNCTION(int, EVP_EncryptFinal_ex, (EvpContext *, unsigned char *, int *)) \
  FUNCTION(int, EVP_DecryptInit_ex, \
    (EvpContext *, const EvpCipher *, Engine *, const unsigned char *, const unsigned char *)) \
  FUNCTION(int, EVP_DecryptUpdate, \
    (EvpContext *, unsigned char *, int *, const unsigned char *, int)) \
  FUNCTION(int, EVP_DecryptFinal_ex, (EvpContext *, unsigned char *, int *)) \
  FUNCTION(const EvpHash *, EVP_sha256, (void)) \
  FUNCTION(unsigned char *, HMAC, \
    (const EvpHash *, const void *, int, const unsigned char *, size_t, unsigned char *, \
      unsigned int *)) \
  FUNCTION(int, ERR_set_mark, (void)) \
  FUNCTION(int, ERR_pop_to_mark, (void)) \
  FUNCTION(void, OPENSSL_cleanse, (void *, size_t))

#define DEFINE(Result, name, Arguments) static Result(*lib_##name) Arguments;
CRYPTO_FUNCTIONS(DEFINE)
#undef DEFINE

// EVP_CTRL_AEAD_GET_TAG and EVP_CTRL_AEAD_SET_TAG of openssl/evp.h.
#define GET_TAG 0x10
#define SET_TAG 0x11

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure = "libcrypto was not loaded";

static void load(void) {
  // RTLD_LOCAL: its symbols must not shadow those of another libcrypto in the process.
  void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcrypto.so.1.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure = "neither libcrypto.so.3 nor libcrypto.so.1.1 was found";
    return;
  }
#define FIND(Result, name, Arguments) \
  lib_##name = (Result(*) Arguments)dlsym(library, #name); \
  if (!lib_##name) { \
    failure = "libcrypto lacks " #name; \
    return; \
  }
  CRYPTO_FUNCTIONS(FIND)
#undef FIND
  failure = NULL;
}

const char *maru_crypto_load(void) {
  pthread_once(&once, load);
  return failure;
}

bool maru_crypto_random(uint8_t *bytes, size_t count) {
  // getrandom(2): up to 256 bytes come whole once the system has gathered enough, without a signal
  // getting in between.
  return count <= 256 && getrandom(bytes, count, 0) == (ssize_t)count;
}

/// Gives libcrypto's functions a place to look at where there is nothing: to some of them, a null
/// pointer has a meaning of its own.
static const uint8_t *somewhere(const uint8_t *bytes) {
  static const uint8_t nothing = 0;
  return bytes ? bytes : &nothing;
}

/// One direction of the cipher; they differ in when the tag is set and read.
static bool run(
  bool isSealing, const uint8_t *key, const uint8_t *nonce, const uint8_t *context,
  size_t contextCount, const uint8_t *from, size_t count, uint8_t *to, uint8_t *tag) {
  // libcrypto counts in ints.
  if (maru_crypto_load() || count > INT_MAX || contextCount > INT_MAX) return false;
  uint8_t nothing[16];
  uint8_t *target = to ? to : nothing;
  int moved = 0, more = 0;
  lib_ERR_set_mark();
  EvpContext *cipher = lib_EVP_CIPHER_CTX_new();
  bool isDone = cipher != NULL;
  if (isSealing) {
    isDone = isDone && lib_EVP_EncryptInit_ex(cipher, lib_EVP_aes_256_gcm(), NULL, key, nonce) == 1
      && (contextCount == 0
        || lib_EVP_EncryptUpdate(cipher, NULL, &more, context, (int)contextCount) == 1)
      && (count == 0 || lib_EVP_EncryptUpdate(cipher, target, &moved, from, (int)count) == 1)
      && lib_EVP_EncryptFinal_ex(cipher, nothing, &more) == 1
      && lib_EVP_CIPHER_CTX_ctrl(cipher, GET_TAG, MARU_CRYPTO_TAG_BYTES, tag) == 1;
  } else {
    isDone = isDone && lib_EVP_DecryptInit_ex(cipher, lib_EVP_aes_256_gcm(), NULL, key, nonce) == 1
      && (contextCount == 0
        || lib_EVP_DecryptUpdate(cipher, NULL, &more, context, (int)contextCount) == 1)
      && (count == 0 || lib_EVP_DecryptUpdate(cipher, target, &moved, from, (int)count) == 1)
      && lib_EVP_CIPHER_CTX_ctrl(cipher, SET_TAG, MARU_CRYPTO_TAG_BYTES, tag) == 1
      && lib_EVP_DecryptFinal_ex(cipher, nothing, &more) == 1;
  }
  isDone = isDone && (size_t)moved == count;
  // Wipes the cipher's keys, too.
  lib_EVP_CIPHER_CTX_free(cipher);
  // What was decrypted before the tag was looked at is nobody's business.
  if (!isDone && to) lib_OPENSSL_cleanse(to, count);
  lib_ERR_pop_to_mark();
  return isDone;
}

bool maru_crypto_seal(
  const uint8_t *key, const uint8_t *nonce, const uint8_t *context, size_t contextCount,
  const uint8_t *plain, size_t count, uint8_t *sealed, uint8_t *tag) {
  return run(true, key, nonce, somewhere(context), contextCount, plain, count, sealed, tag);
}

bool maru_crypto_open(
  const uint8_t *key, const uint8_t *nonce, const uint8_t *context, size_t contextCount,
  const uint8_t *sealed, size_t count, const uint8_t *tag, uint8_t *plain) {
  uint8_t expected[MARU_CRYPTO_TAG_BYTES];
  memcpy(expected, tag, sizeof expected);
  return run(
    false, key, nonce, somewhere(context), contextCount, sealed, count, plain, expected);
}

bool maru_crypto_hmac(
  const uint8_t *key, size_t keyCount, const uint8_t *bytes, size_t count, uint8_t *hash) {
  if (maru_crypto_load() || keyCount > INT_MAX) return false;
  lib_ERR_set_mark();
  unsigned int length = 0;
  bool isDone =
    lib_HMAC(
      lib_EVP_sha256(), somewhere(key), (int)keyCount, somewhere(bytes), count, hash, &length)
    && length == MARU_CRYPTO_HASH_BYTES;
  lib_ERR_pop_to_mark();
  return isDone;
}

bool maru_crypto_hkdf(
  const uint8_t *key, size_t keyCount, const uint8_t *salt, size_t saltCount, const uint8_t *info,
  size_t infoCount, uint8_t *derived, size_t count) {
  if (maru_crypto_load() || count > 255 * MARU_CRYPTO_HASH_BYTES) return false;
  // RFC 5869 2.2: without a salt, a hash's length of zeros; to HMAC that is the same as an empty key.
  uint8_t extracted[MARU_CRYPTO_HASH_BYTES];
  uint8_t hash[MARU_CRYPTO_HASH_BYTES];
  // RFC 5869 2.3: each hash is over the one before, the info, and its number.
  size_t size = MARU_CRYPTO_HASH_BYTES + infoCount + 1;
  uint8_t *input = malloc(size);
  bool isDone = input && maru_crypto_hmac(salt, saltCount, key, keyCount, extracted);
  size_t made = 0;
  for (uint8_t number = 1; isDone && made < count; number++) {
    size_t before = number == 1 ? 0 : MARU_CRYPTO_HASH_BYTES;
    memcpy(input, hash, before);
    if (infoCount > 0) memcpy(input + before, info, infoCount);
    input[before + infoCount] = number;
    isDone = maru_crypto_hmac(extracted, sizeof extracted, input, before + infoCount + 1, hash);
    size_t piece = count - made < sizeof hash ? count - made : sizeof hash;
    if (isDone) memcpy(derived + made, hash, piece);
    made += piece;
  }
  lib_OPENSSL_cleanse(extracted, sizeof extracted);
  lib_OPENSSL_cleanse(hash, sizeof hash);
  if (input) lib_OPENSSL_cleanse(input, size);
  free(input);
  if (!isDone) lib_OPENSSL_cleanse(derived, count);
  return isDone;
}

#endif
