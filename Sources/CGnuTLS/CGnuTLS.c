#include "CGnuTLS.h"

#include <CLoader.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>

#define EACH_FUNCTION(apply)                                                                                        \
  apply(gnutls_strerror) apply(gnutls_x509_privkey_init) apply(gnutls_x509_privkey_deinit)                            \
  apply(gnutls_x509_privkey_generate) apply(gnutls_x509_privkey_export2_pkcs8) apply(gnutls_x509_crt_init)            \
  apply(gnutls_x509_crt_deinit) apply(gnutls_x509_crt_set_version) apply(gnutls_x509_crt_set_serial)                  \
  apply(gnutls_x509_crt_set_dn_by_oid) apply(gnutls_x509_crt_set_subject_alt_name)                                    \
  apply(gnutls_x509_crt_set_activation_time) apply(gnutls_x509_crt_set_expiration_time)                               \
  apply(gnutls_x509_crt_set_key) apply(gnutls_x509_crt_set_basic_constraints) apply(gnutls_x509_crt_set_key_usage)    \
  apply(gnutls_x509_crt_set_key_purpose_oid) apply(gnutls_x509_crt_set_subject_key_id) apply(gnutls_x509_crt_get_key_id)\
  apply(gnutls_x509_crt_sign2) apply(gnutls_x509_crt_export2) apply(gnutls_x509_crt_get_fingerprint)

#define DECLARE(name) static __typeof__(name) *loaded_##name;
EACH_FUNCTION(DECLARE)

#ifdef __APPLE__
static const char *const names[] = {"libgnutls.30.dylib", NULL};
#else
static const char *const names[] = {"libgnutls.so.30", NULL};
#endif
static const struct cloader_function functions[] = {EACH_FUNCTION(CLOADER_FUNCTION) {NULL, NULL}};

static struct cloader_library library = {
    .names = names,
    .functions = functions,
    .absent = "GnuTLS is not installed",
    .outdated = "GnuTLS is too old: it lacks ",
};

const char *cgnutls_load(void) { return cloader_load(&library); }

void cgnutls_free(char *text) { free(text); }

// The text of a datum, ended by NUL. What GnuTLS gives is left to it: a program makes one certificate.
static char *text(const gnutls_datum_t *datum) {
  char *copy = malloc(datum->size + 1);
  if (!copy) return NULL;
  memcpy(copy, datum->data, datum->size);
  copy[datum->size] = 0;
  return copy;
}

// Goes on for as long as nothing failed.
#define STEP(call) \
  if (code >= 0) code = call

const char *cgnutls_self_signed(const char *common_name, const char *const *names, size_t name_count,
                                const uint8_t *const *addresses, const size_t *address_lengths, size_t address_count,
                                const uint8_t *serial, size_t serial_length, time_t from, time_t until,
                                struct cgnutls_certificate *made) {
  gnutls_x509_privkey_t key = NULL;
  gnutls_x509_crt_t certificate = NULL;
  gnutls_datum_t key_text = {NULL, 0}, certificate_text = {NULL, 0};
  memset(made, 0, sizeof *made);

  int code = loaded_gnutls_x509_privkey_init(&key);
  STEP(loaded_gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0));
  STEP(loaded_gnutls_x509_crt_init(&certificate));
  STEP(loaded_gnutls_x509_crt_set_version(certificate, 3));
  STEP(loaded_gnutls_x509_crt_set_serial(certificate, serial, serial_length));
  STEP(loaded_gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, common_name,
                                            (unsigned)strlen(common_name)));
  for (size_t index = 0; index < name_count; index++)
    STEP(loaded_gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_DNSNAME, names[index],
                                                     (unsigned)strlen(names[index]), GNUTLS_FSAN_APPEND));
  for (size_t index = 0; index < address_count; index++)
    STEP(loaded_gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, addresses[index],
                                                     (unsigned)address_lengths[index], GNUTLS_FSAN_APPEND));
  STEP(loaded_gnutls_x509_crt_set_activation_time(certificate, from));
  STEP(loaded_gnutls_x509_crt_set_expiration_time(certificate, until));
  STEP(loaded_gnutls_x509_crt_set_key(certificate, key));
  // A device that is told to trust it must not trust others by it; some want to see that it may vouch for itself.
  STEP(loaded_gnutls_x509_crt_set_basic_constraints(certificate, 1, 0));
  STEP(loaded_gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE | GNUTLS_KEY_KEY_CERT_SIGN));
  STEP(loaded_gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0));
  unsigned char key_id[64];
  size_t key_id_length = sizeof key_id;
  STEP(loaded_gnutls_x509_crt_get_key_id(certificate, 0, key_id, &key_id_length));
  STEP(loaded_gnutls_x509_crt_set_subject_key_id(certificate, key_id, key_id_length));
  STEP(loaded_gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0));
  STEP(loaded_gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &certificate_text));
  STEP(loaded_gnutls_x509_privkey_export2_pkcs8(key, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, &key_text));
  size_t length = sizeof made->fingerprint;
  STEP(loaded_gnutls_x509_crt_get_fingerprint(certificate, GNUTLS_DIG_SHA256, made->fingerprint, &length));
  if (certificate) loaded_gnutls_x509_crt_deinit(certificate);
  if (key) loaded_gnutls_x509_privkey_deinit(key);
  if (code < 0) return loaded_gnutls_strerror(code);

  made->certificate = text(&certificate_text);
  made->key = text(&key_text);
  return made->certificate && made->key ? NULL : "there is no memory left";
}
