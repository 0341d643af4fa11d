// Certificates by GnuTLS, which libmicrohttpd brings along; loaded when one is made for the first time.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// Loads the library, once a process, from any thread. NULL when it is there; else why not, in a text that stays.
const char *cgnutls_load(void);

struct cgnutls_certificate {
  // PEM, ended by NUL; to be freed by cgnutls_free.
  char *certificate;
  char *key;
  // SHA-256 of the certificate as it is sent (DER).
  uint8_t fingerprint[32];
};

// Makes a key (ECDSA on P-256) and a certificate that vouches for itself. `addresses` are 4 or 16 bytes each, as the lengths say.
// Wants cgnutls_load to have succeeded. NULL where it was made; else why not, in a text that stays.
const char *cgnutls_self_signed(const char *common_name, const char *const *names, size_t name_count,
                                const uint8_t *const *addresses, const size_t *address_lengths, size_t address_count,
                                const uint8_t *serial, size_t serial_length, time_t from, time_t until,
                                struct cgnutls_certificate *made);

void cgnutls_free(char *text);
