// Inflating members of archives, and deflating answers. Linked statically: one shared library less to load at start.
#pragma once
#include <zlib.h>

// The macro of zlib that tells the library which layout of its stream was compiled in, as a function.
static inline int czlib_inflate_begin(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
static inline int czlib_gunzip_begin(z_stream *stream) { return inflateInit2(stream, 16 + MAX_WBITS); }
static inline int czlib_deflate_begin(z_stream *stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}
// With the frame of gzip, for a server, which compresses while somebody waits.
static inline int czlib_gzip_begin(z_stream *stream) {
  return deflateInit2(stream, 3, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}
