#ifndef ROWSMITH_CZLIB_SHIM_H
#define ROWSMITH_CZLIB_SHIM_H

#include <zlib.h>

/* Macros with arguments are not imported. */

static inline int rowsmith_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

#endif
