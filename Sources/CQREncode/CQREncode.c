#include "CQREncode.h"

#include <CLoader.h>

// The types and values of qrencode.h 4.1. They stay the same as long as the library's number does.
typedef struct {
  int version;
  int width;
  unsigned char *data;
} QRcode;
enum { LEVEL_LOW = 0 };

static QRcode *(*loaded_QRcode_encodeString8bit)(const char *text, int version, int level);
static void (*loaded_QRcode_free)(QRcode *code);

#ifdef __APPLE__
static const char *const names[] = {"libqrencode.4.dylib", "/opt/homebrew/lib/libqrencode.4.dylib", NULL};
#else
static const char *const names[] = {"libqrencode.so.4", NULL};
#endif
static const struct cloader_function functions[] = {
    CLOADER_FUNCTION(QRcode_encodeString8bit) CLOADER_FUNCTION(QRcode_free) {NULL, NULL}};

static struct cloader_library library = {
    .names = names,
    .functions = functions,
    .absent = "libqrencode is not installed",
    .outdated = "this libqrencode lacks ",
};

const char *cqrencode_load(void) { return cloader_load(&library); }

size_t cqrencode_make(const char *text, unsigned char modules[CQRENCODE_MAX_WIDTH * CQRENCODE_MAX_WIDTH]) {
  QRcode *code = loaded_QRcode_encodeString8bit(text, 0, LEVEL_LOW);
  if (!code) return 0;
  size_t width = code->width > 0 && code->width <= CQRENCODE_MAX_WIDTH ? (size_t)code->width : 0;
  // The lowest bit of a byte is the colour; the others describe the role of the module.
  for (size_t index = 0; index < width * width; index++) modules[index] = code->data[index] & 1;
  loaded_QRcode_free(code);
  return width;
}
