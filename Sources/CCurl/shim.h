#ifndef ROWSMITH_CCURL_SHIM_H
#define ROWSMITH_CCURL_SHIM_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>

/* Libcurl is loaded when it is first needed, not linked: with the thirty libraries that it brings along, it would take half
   of the time in which a program starts that may never ask a server. */

static inline void *rowsmith_curl_library(void) {
#ifdef __APPLE__
  return dlopen("/usr/lib/libcurl.4.dylib", RTLD_LAZY | RTLD_LOCAL);
#else
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  return library ? library : dlopen("libcurl-gnutls.so.4", RTLD_LAZY | RTLD_LOCAL);
#endif
}

/* The address of a function; NULL where there is no libcurl. It is looked up once. */
static inline void *rowsmith_curl_find(const char *name, void **known) {
  void *address = __atomic_load_n(known, __ATOMIC_ACQUIRE);
  if (address) return address;
  void *library = rowsmith_curl_library();
  if (!library) return NULL;
  address = dlsym(library, name);
  __atomic_store_n(known, address, __ATOMIC_RELEASE);
  return address;
}

#define ROWSMITH_CURL(name) \
  ({ \
    static void *rowsmith_known; \
    (__typeof__(&name))rowsmith_curl_find(#name, &rowsmith_known); \
  })

/* Where there is no libcurl, these give NULL, and there is no handle to call the others with. */

static inline CURL *rowsmith_curl_easy_init(void) {
  CURL *(*function)(void) = ROWSMITH_CURL(curl_easy_init);
  return function ? function() : NULL;
}

static inline CURLM *rowsmith_curl_multi_init(void) {
  CURLM *(*function)(void) = ROWSMITH_CURL(curl_multi_init);
  return function ? function() : NULL;
}

static inline CURLSH *rowsmith_curl_share_init(void) {
  CURLSH *(*function)(void) = ROWSMITH_CURL(curl_share_init);
  return function ? function() : NULL;
}

static inline struct curl_slist *rowsmith_curl_slist_append(struct curl_slist *list, const char *text) {
  struct curl_slist *(*function)(struct curl_slist *, const char *) = ROWSMITH_CURL(curl_slist_append);
  return function ? function(list, text) : NULL;
}

static inline const char *rowsmith_curl_version(void) {
  char *(*function)(void) = ROWSMITH_CURL(curl_version);
  return function ? function() : "no libcurl";
}

/* The file of certificates that the system trusts; NULL where libcurl knows none. */
static inline const char *rowsmith_curl_trusted_file(void) {
  curl_version_info_data *(*function)(CURLversion) = ROWSMITH_CURL(curl_version_info);
  return function ? function(CURLVERSION_SEVENTH)->cainfo : NULL;
}

static inline CURLcode rowsmith_curl_global_init(long flags) {
  CURLcode (*function)(long) = ROWSMITH_CURL(curl_global_init);
  return function ? function(flags) : CURLE_FAILED_INIT;
}

static inline void rowsmith_curl_slist_free_all(struct curl_slist *list) {
  if (list) ROWSMITH_CURL(curl_slist_free_all)(list);
}

static inline void rowsmith_curl_easy_cleanup(CURL *handle) { ROWSMITH_CURL(curl_easy_cleanup)(handle); }

static inline void rowsmith_curl_easy_reset(CURL *handle) { ROWSMITH_CURL(curl_easy_reset)(handle); }

static inline CURLcode rowsmith_curl_easy_pause(CURL *handle, int bits) {
  return ROWSMITH_CURL(curl_easy_pause)(handle, bits);
}

static inline CURLSHcode rowsmith_curl_share_cleanup(CURLSH *share) {
  return ROWSMITH_CURL(curl_share_cleanup)(share);
}

static inline CURLMcode rowsmith_curl_multi_add_handle(CURLM *multi, CURL *handle) {
  return ROWSMITH_CURL(curl_multi_add_handle)(multi, handle);
}

static inline CURLMcode rowsmith_curl_multi_remove_handle(CURLM *multi, CURL *handle) {
  return multi ? ROWSMITH_CURL(curl_multi_remove_handle)(multi, handle) : CURLM_BAD_HANDLE;
}

static inline CURLMcode rowsmith_curl_multi_perform(CURLM *multi, int *running) {
  return multi ? ROWSMITH_CURL(curl_multi_perform)(multi, running) : CURLM_BAD_HANDLE;
}

static inline CURLMsg *rowsmith_curl_multi_info_read(CURLM *multi, int *left) {
  return multi ? ROWSMITH_CURL(curl_multi_info_read)(multi, left) : NULL;
}

/* Without libcurl nothing wakes it, so that it does not sleep for long. */
static inline CURLMcode rowsmith_curl_multi_poll(CURLM *multi, int milliseconds) {
  if (multi) return ROWSMITH_CURL(curl_multi_poll)(multi, NULL, 0, milliseconds, NULL);
  poll(NULL, 0, milliseconds < 50 ? milliseconds : 50);
  return CURLM_BAD_HANDLE;
}

static inline CURLMcode rowsmith_curl_multi_wakeup(CURLM *multi) {
  return ROWSMITH_CURL(curl_multi_wakeup)(multi);
}

static inline CURLMcode rowsmith_curl_multi_cleanup(CURLM *multi) {
  return multi ? ROWSMITH_CURL(curl_multi_cleanup)(multi) : CURLM_BAD_HANDLE;
}

/* Variadic functions are not imported. */

static inline CURLcode rowsmith_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return ROWSMITH_CURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode rowsmith_curl_set_number(CURL *handle, CURLoption option, long value) {
  return ROWSMITH_CURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode rowsmith_curl_set_large(CURL *handle, CURLoption option, curl_off_t value) {
  return ROWSMITH_CURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode rowsmith_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return ROWSMITH_CURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode rowsmith_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return ROWSMITH_CURL(curl_easy_setopt)(handle, option, value);
}

/* Bytes that libcurl copies. */
static inline CURLcode rowsmith_curl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
  return ROWSMITH_CURL(curl_easy_setopt)(handle, option, &blob);
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
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_HEADERFUNCTION, callbacks.header);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_HEADERDATA, context);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, callbacks.body);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_WRITEDATA, context);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, callbacks.connected);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_PREREQDATA, context);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_READFUNCTION, callbacks.upload);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_READDATA, context);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_SEEKFUNCTION, callbacks.rewind);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_SEEKDATA, context);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_XFERINFOFUNCTION, callbacks.progress);
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_XFERINFODATA, context);
}

static inline CURLMcode rowsmith_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return ROWSMITH_CURL(curl_multi_setopt)(multi, option, value);
}

static inline CURLSHcode rowsmith_curl_share(CURLSH *share, curl_lock_data what) {
  return ROWSMITH_CURL(curl_share_setopt)(share, CURLSHOPT_SHARE, what);
}

/* A cancelled exchange does not wait for the system to find the host's address. Libcurl before 7.87 waits. */
static inline void rowsmith_curl_leave_resolver(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_QUICK_EXIT, 1L);
#endif
}

/* Programs that the app starts do not keep its connections open. */
static inline int rowsmith_curl_close_on_exec(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)context, (void)purpose;
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  return CURL_SOCKOPT_OK;
}

static inline void rowsmith_curl_keep_to_itself(CURL *handle) {
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_SOCKOPTFUNCTION, rowsmith_curl_close_on_exec);
}

/* Nothing but HTTP, whatever a server says. */
static inline void rowsmith_curl_only_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  ROWSMITH_CURL(curl_easy_setopt)(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

#endif
