#ifndef ROWSMITH_CCURL_SHIM_H
#define ROWSMITH_CCURL_SHIM_H

#include <curl/curl.h>

/* Variadic functions are not imported. */

static inline CURLcode rowsmith_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode rowsmith_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

#endif
