#include "CImages.h"

#include <CLoader.h>
#include <stdlib.h>
#include <string.h>

// --- The libraries. The declarations are those of turbojpeg.h 1.4, png.h 1.6, webp/decode.h 0.5 and zbar.h 0.10. The
// functions keep their types while the libraries keep their numbers.

typedef void *tjhandle;
struct png_image {
  void *opaque;
  uint32_t version, width, height, format, flags, colormap_entries, warning_or_error;
  char message[64];
};
struct png_color {
  uint8_t red, green, blue;
};
enum {
  TURBO_RGB = 0,
  TURBO_420 = 2,
  // Refuses progressive images with so many scans that they take minutes. Libraries older than 2.1 ignore it.
  TURBO_LIMIT_SCANS = 32768,
  JPEG_QUALITY = 82,
  PNG_VERSION = 1,
  PNG_RGB = 2,
  ZBAR_EAN13_TYPE = 13,
  ZBAR_ENABLE = 0,
};
// The letters “Y800”: one byte of brightness for each pixel.
static const unsigned long zbar_grey = 0x30303859;

#define EACH_JPEG_FUNCTION(apply)                                                                                      \
  apply(tjhandle, tjInitDecompress, (void)) apply(tjhandle, tjInitCompress, (void)) apply(int, tjDestroy, (tjhandle))   \
  apply(int, tjDecompressHeader3, (tjhandle, const unsigned char *, unsigned long, int *, int *, int *, int *))         \
  apply(int, tjDecompress2, (tjhandle, const unsigned char *, unsigned long, unsigned char *, int, int, int, int, int)) \
  apply(int, tjCompress2,                                                                                              \
      (tjhandle, const unsigned char *, int, int, int, int, unsigned char **, unsigned long *, int, int, int))          \
  apply(void, tjFree, (unsigned char *))
#define EACH_PNG_FUNCTION(apply)                                                                                       \
  apply(int, png_image_begin_read_from_memory, (struct png_image *, const void *, size_t))                             \
  apply(int, png_image_finish_read, (struct png_image *, const struct png_color *, void *, int32_t, void *))           \
  apply(void, png_image_free, (struct png_image *))
#define EACH_WEBP_FUNCTION(apply)                                                                                      \
  apply(int, WebPGetInfo, (const uint8_t *, size_t, int *, int *))                                                     \
  apply(uint8_t *, WebPDecodeRGBA, (const uint8_t *, size_t, int *, int *)) apply(void, WebPFree, (void *))
#define EACH_ZBAR_FUNCTION(apply)                                                                                      \
  apply(void *, zbar_image_scanner_create, (void)) apply(void, zbar_image_scanner_destroy, (void *))                    \
  apply(int, zbar_image_scanner_set_config, (void *, int, int, int)) apply(void *, zbar_image_create, (void))           \
  apply(void, zbar_image_destroy, (void *)) apply(void, zbar_image_set_format, (void *, unsigned long))                 \
  apply(void, zbar_image_set_size, (void *, unsigned, unsigned))                                                       \
  apply(void, zbar_image_set_data, (void *, const void *, unsigned long, void (*)(void *)))                            \
  apply(int, zbar_scan_image, (void *, void *)) apply(const void *, zbar_image_first_symbol, (const void *))            \
  apply(const void *, zbar_symbol_next, (const void *)) apply(int, zbar_symbol_get_type, (const void *))                \
  apply(const char *, zbar_symbol_get_data, (const void *))

#define DECLARE(result, name, parameters) static result(*loaded_##name) parameters;
EACH_JPEG_FUNCTION(DECLARE)
EACH_PNG_FUNCTION(DECLARE)
EACH_WEBP_FUNCTION(DECLARE)
EACH_ZBAR_FUNCTION(DECLARE)

#ifdef __APPLE__
static const char *const jpeg_names[] = {"libturbojpeg.0.dylib", "/opt/homebrew/lib/libturbojpeg.0.dylib", NULL};
static const char *const png_names[] = {"libpng16.16.dylib", "/opt/homebrew/lib/libpng16.16.dylib", NULL};
static const char *const webp_names[] = {"libwebp.7.dylib", "/opt/homebrew/lib/libwebp.7.dylib", NULL};
static const char *const zbar_names[] = {"libzbar.0.dylib", "/opt/homebrew/lib/libzbar.0.dylib", NULL};
#else
static const char *const jpeg_names[] = {"libturbojpeg.so.0", NULL};
static const char *const png_names[] = {"libpng16.so.16", NULL};
static const char *const webp_names[] = {"libwebp.so.7", NULL};
static const char *const zbar_names[] = {"libzbar.so.0", NULL};
#endif

#define FUNCTION(result, name, parameters) CLOADER_FUNCTION(name)
static const struct cloader_function jpeg_functions[] = {EACH_JPEG_FUNCTION(FUNCTION) {NULL, NULL}};
static const struct cloader_function png_functions[] = {EACH_PNG_FUNCTION(FUNCTION) {NULL, NULL}};
static const struct cloader_function webp_functions[] = {EACH_WEBP_FUNCTION(FUNCTION) {NULL, NULL}};
static const struct cloader_function zbar_functions[] = {EACH_ZBAR_FUNCTION(FUNCTION) {NULL, NULL}};

static struct cloader_library jpeg = {
    .names = jpeg_names,
    .functions = jpeg_functions,
    .absent = "libturbojpeg is not installed",
    .outdated = "this libturbojpeg lacks ",
};
static struct cloader_library png = {
    .names = png_names,
    .functions = png_functions,
    .absent = "libpng is not installed",
    .outdated = "this libpng lacks ",
};
static struct cloader_library webp = {
    .names = webp_names,
    .functions = webp_functions,
    .absent = "libwebp is not installed",
    .outdated = "this libwebp lacks ",
};
static struct cloader_library zbar = {
    .names = zbar_names,
    .functions = zbar_functions,
    .absent = "libzbar is not installed",
    .outdated = "this libzbar lacks ",
};

const char *cimages_load(enum cimages_kind kind) {
  switch (kind) {
  case CIMAGES_JPEG: return cloader_load(&jpeg);
  case CIMAGES_PNG: return cloader_load(&png);
  case CIMAGES_WEBP: return cloader_load(&webp);
  }
  return "this kind of image is not supported";
}

const char *cimages_load_barcodes(void) { return cloader_load(&zbar); }

// --- Decoding

// Allocates the pixels of an image. Fails if the image is empty or too large.
static bool allocate(struct cimages_pixels *pixels, size_t width, size_t height, size_t max_pixels) {
  if (width == 0 || height == 0 || width > 65535 || height > 65535 || width > max_pixels / height) return false;
  pixels->bytes = malloc(width * height * 3);
  pixels->width = width;
  pixels->height = height;
  return pixels->bytes != NULL;
}

// Decoding takes time for each scan of a progressive image. Programs write about ten scans, and at most a few dozen.
enum { MAX_SCANS = 100 };

static bool has_few_scans(const uint8_t *bytes, size_t count) {
  size_t scans = 0;
  for (size_t i = 0; i + 1 < count; i++) {
    if (bytes[i] == 0xFF && bytes[i + 1] == 0xDA && ++scans > MAX_SCANS) return false;
  }
  return true;
}

static bool decode_jpeg(
    const uint8_t *bytes, size_t count, size_t width, size_t max_pixels, struct cimages_pixels *pixels) {
  if (!has_few_scans(bytes, count)) return false;
  tjhandle handle = loaded_tjInitDecompress();
  if (!handle) return false;
  int whole_width = 0, whole_height = 0, sampling = 0, space = 0;
  bool is_decoded = false;
  if (loaded_tjDecompressHeader3(handle, bytes, count, &whole_width, &whole_height, &sampling, &space) == 0 &&
      whole_width > 0 && whole_height > 0 && (size_t)whole_width <= max_pixels / (size_t)whole_height) {
    // The library reduces images to multiples of one eighth of their size.
    size_t eighths = 1;
    while (eighths < 8 && ((size_t)whole_width * eighths + 7) / 8 < width) eighths++;
    size_t reduced_width = ((size_t)whole_width * eighths + 7) / 8;
    size_t reduced_height = ((size_t)whole_height * eighths + 7) / 8;
    if (allocate(pixels, reduced_width, reduced_height, max_pixels)) {
      is_decoded = loaded_tjDecompress2(
                       handle, bytes, count, pixels->bytes, (int)reduced_width, (int)(reduced_width * 3),
                       (int)reduced_height, TURBO_RGB, TURBO_LIMIT_SCANS) == 0;
    }
  }
  loaded_tjDestroy(handle);
  return is_decoded;
}

static bool decode_png(const uint8_t *bytes, size_t count, size_t max_pixels, struct cimages_pixels *pixels) {
  struct png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_VERSION;
  if (!loaded_png_image_begin_read_from_memory(&image, bytes, count)) return false;
  image.format = PNG_RGB;
  struct png_color white = {255, 255, 255};
  bool is_decoded = allocate(pixels, image.width, image.height, max_pixels) &&
      loaded_png_image_finish_read(&image, &white, pixels->bytes, (int32_t)(image.width * 3), NULL);
  loaded_png_image_free(&image);
  return is_decoded;
}

static bool decode_webp(const uint8_t *bytes, size_t count, size_t max_pixels, struct cimages_pixels *pixels) {
  int width = 0, height = 0;
  if (!loaded_WebPGetInfo(bytes, count, &width, &height) || width <= 0 || height <= 0) return false;
  if (!allocate(pixels, (size_t)width, (size_t)height, max_pixels)) return false;
  uint8_t *decoded = loaded_WebPDecodeRGBA(bytes, count, &width, &height);
  if (!decoded) return false;
  bool is_same = (size_t)width == pixels->width && (size_t)height == pixels->height;
  size_t total = is_same ? pixels->width * pixels->height : 0;
  for (size_t index = 0; index < total; index++) {
    unsigned alpha = decoded[index * 4 + 3];
    for (size_t part = 0; part < 3; part++) {
      pixels->bytes[index * 3 + part] = (uint8_t)((decoded[index * 4 + part] * alpha + 255 * (255 - alpha) + 127) / 255);
    }
  }
  loaded_WebPFree(decoded);
  return is_same;
}

bool cimages_decode(
    enum cimages_kind kind, const uint8_t *bytes, size_t count, size_t width, size_t max_pixels,
    struct cimages_pixels *pixels) {
  memset(pixels, 0, sizeof *pixels);
  bool is_decoded = false;
  switch (kind) {
  case CIMAGES_JPEG: is_decoded = decode_jpeg(bytes, count, width, max_pixels, pixels); break;
  case CIMAGES_PNG: is_decoded = decode_png(bytes, count, max_pixels, pixels); break;
  case CIMAGES_WEBP: is_decoded = decode_webp(bytes, count, max_pixels, pixels); break;
  }
  if (!is_decoded) cimages_free(pixels);
  return is_decoded;
}

void cimages_free(struct cimages_pixels *pixels) {
  free(pixels->bytes);
  memset(pixels, 0, sizeof *pixels);
}

// --- Scaling and encoding

bool cimages_scale(struct cimages_pixels *pixels, size_t width) {
  if (width == 0 || pixels->width <= width) return true;
  size_t height = (pixels->height * width + pixels->width / 2) / pixels->width;
  if (height == 0) height = 1;
  struct cimages_pixels scaled;
  if (!allocate(&scaled, width, height, SIZE_MAX)) return false;
  for (size_t row = 0; row < height; row++) {
    size_t top = row * pixels->height / height, bottom = (row + 1) * pixels->height / height;
    if (bottom == top) bottom = top + 1;
    for (size_t column = 0; column < width; column++) {
      size_t left = column * pixels->width / width, right = (column + 1) * pixels->width / width;
      uint64_t sums[3] = {0, 0, 0};
      for (size_t y = top; y < bottom; y++) {
        const uint8_t *pixel = pixels->bytes + (y * pixels->width + left) * 3;
        for (size_t x = left; x < right; x++, pixel += 3) {
          sums[0] += pixel[0];
          sums[1] += pixel[1];
          sums[2] += pixel[2];
        }
      }
      uint64_t covered = (uint64_t)(bottom - top) * (right - left);
      uint8_t *target = scaled.bytes + (row * width + column) * 3;
      for (size_t part = 0; part < 3; part++) target[part] = (uint8_t)((sums[part] + covered / 2) / covered);
    }
  }
  free(pixels->bytes);
  *pixels = scaled;
  return true;
}

bool cimages_encode(const struct cimages_pixels *pixels, uint8_t **bytes, size_t *count) {
  tjhandle handle = loaded_tjInitCompress();
  if (!handle) return false;
  unsigned char *encoded = NULL;
  unsigned long length = 0;
  bool is_encoded = loaded_tjCompress2(
                        handle, pixels->bytes, (int)pixels->width, (int)(pixels->width * 3), (int)pixels->height,
                        TURBO_RGB, &encoded, &length, TURBO_420, JPEG_QUALITY, 0) == 0;
  loaded_tjDestroy(handle);
  if (!is_encoded) {
    if (encoded) loaded_tjFree(encoded);
    return false;
  }
  *bytes = encoded;
  *count = length;
  return true;
}

void cimages_free_jpeg(uint8_t *bytes) { loaded_tjFree(bytes); }

// --- Bar codes

size_t cimages_barcodes(const struct cimages_pixels *pixels, char *text, size_t room) {
  size_t total = pixels->width * pixels->height, written = 0;
  uint8_t *grey = malloc(total);
  void *scanner = loaded_zbar_image_scanner_create(), *image = loaded_zbar_image_create();
  if (grey && scanner && image) {
    for (size_t index = 0; index < total; index++) {
      const uint8_t *pixel = pixels->bytes + index * 3;
      grey[index] = (uint8_t)((pixel[0] * 77 + pixel[1] * 150 + pixel[2] * 29) >> 8);
    }
    // Other symbologies are turned off: their decoders are of no use for books.
    loaded_zbar_image_scanner_set_config(scanner, 0, ZBAR_ENABLE, 0);
    loaded_zbar_image_scanner_set_config(scanner, ZBAR_EAN13_TYPE, ZBAR_ENABLE, 1);
    loaded_zbar_image_set_format(image, zbar_grey);
    loaded_zbar_image_set_size(image, (unsigned)pixels->width, (unsigned)pixels->height);
    loaded_zbar_image_set_data(image, grey, total, NULL);
    if (loaded_zbar_scan_image(scanner, image) > 0) {
      const void *symbol = loaded_zbar_image_first_symbol(image);
      for (; symbol; symbol = loaded_zbar_symbol_next(symbol)) {
        const char *data = loaded_zbar_symbol_get_data(symbol);
        size_t length = data ? strlen(data) : 0;
        if (loaded_zbar_symbol_get_type(symbol) != ZBAR_EAN13_TYPE || length + 1 > room - written) continue;
        memcpy(text + written, data, length);
        text[written + length] = '\n';
        written += length + 1;
      }
    }
  }
  if (image) loaded_zbar_image_destroy(image);
  if (scanner) loaded_zbar_image_scanner_destroy(scanner);
  free(grey);
  return written;
}
