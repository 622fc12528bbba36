#ifndef ROWSMITH_CCURL_SHIM_H
#define ROWSMITH_CCURL_SHIM_H

#include <curl/curl.h>
#include <fcntl.h>

/* Variadic functions are not imported. */

static inline CURLcode rowsmith_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode rowsmith_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode rowsmith_curl_set_large(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode rowsmith_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode rowsmith_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

/* Bytes that libcurl copies. */
static inline CURLcode rowsmith_curl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
  return curl_easy_setopt(handle, option, &blob);
}

/* The callbacks of an exchange; all of them get `context`. */
typedef struct {
  curl_write_callback header;
  curl_write_callback body;
  curl_prereq_callback connected;
  curl_read_callback upload;
  curl_seek_callback rewind;
  curl_xferinfo_callback progress;
} rowsmith_curl_callbacks;

static inline void rowsmith_curl_set_callbacks(CURL *handle, rowsmith_curl_callbacks callbacks, void *context) {
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, callbacks.header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callbacks.body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callbacks.connected);
  curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
  curl_easy_setopt(handle, CURLOPT_READFUNCTION, callbacks.upload);
  curl_easy_setopt(handle, CURLOPT_READDATA, context);
  curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, callbacks.rewind);
  curl_easy_setopt(handle, CURLOPT_SEEKDATA, context);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, callbacks.progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
}

static inline CURLMcode rowsmith_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLSHcode rowsmith_curl_share(CURLSH *share, curl_lock_data what) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, what);
}

/* A cancelled exchange does not wait for the system to find the host's address. Libcurl before 7.87 waits. */
static inline void rowsmith_curl_leave_resolver(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#endif
}

/* Programs that the app starts do not keep its connections open. */
static inline int rowsmith_curl_close_on_exec(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)context, (void)purpose;
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  return CURL_SOCKOPT_OK;
}

static inline void rowsmith_curl_keep_to_itself(CURL *handle) {
  curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, rowsmith_curl_close_on_exec);
}

/* Nothing but HTTP, whatever a server says. */
static inline void rowsmith_curl_only_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

#endif
