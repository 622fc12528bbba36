import CCurl

/// The version of libcurl that is there.
public enum CurlVersion {
  /// In words: `libcurl/7.88.1 OpenSSL/3.0.15 …`.
  public static var text: String { String(cString: rowsmith_curl_version()) }
}
