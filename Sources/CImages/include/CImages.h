// Images, by libturbojpeg, libpng and libwebp, and bar codes, by libzbar. The libraries are loaded at first use, so programs
// that need none of them run without them. Their headers are not needed to build.
//
// Images come from strangers. They are decoded only in a helper process that has called cimages_confine.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cimages_kind { CIMAGES_JPEG, CIMAGES_PNG, CIMAGES_WEBP };

// An image with three bytes for each pixel (red, green, blue), row by row.
struct cimages_pixels {
  uint8_t *bytes;
  size_t width, height;
};

// Load a library, once a process, from any thread. Return NULL, or a message that says why the library cannot be used. The
// message is never freed. The functions below require that the library they need was loaded.
const char *cimages_load(enum cimages_kind kind);
const char *cimages_load_barcodes(void);

// Limits this process, for good: it can read from and write to the files that are open as 0, 1 and 2, and allocate memory. All
// other files are closed. It cannot open files, connect to anything, or start other processes.
//
// `memory` is the maximum size of its address space in bytes, `seconds` the maximum time of a processor. Returns false if a
// limit cannot be set.
bool cimages_confine(size_t memory, unsigned seconds);

// Decodes an image. A JPEG is decoded at a reduced size that is at least `width` wide, if it is wider. Transparent parts become
// white. Fails if the image has more than `max_pixels` pixels. The pixels must be released with cimages_free.
bool cimages_decode(
    enum cimages_kind kind, const uint8_t *bytes, size_t count, size_t width, size_t max_pixels,
    struct cimages_pixels *pixels);

// Scales an image down to a width, with the average of the pixels that each new one covers. Images that are not wider stay as
// they are.
bool cimages_scale(struct cimages_pixels *pixels, size_t width);

// Encodes an image as JPEG. The bytes must be released with cimages_free_jpeg. Requires CIMAGES_JPEG.
bool cimages_encode(const struct cimages_pixels *pixels, uint8_t **bytes, size_t *count);

void cimages_free(struct cimages_pixels *pixels);
void cimages_free_jpeg(uint8_t *bytes);

// Finds bar codes of the symbology EAN-13. Writes their digits, one line each, to `text`, which has room for `room` bytes, and
// returns the number of bytes written.
size_t cimages_barcodes(const struct cimages_pixels *pixels, char *text, size_t room);
