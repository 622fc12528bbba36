import CCurl

/// The version of the libcurl in use.
public enum CurlVersion {
  /// As text: `libcurl/7.88.1 OpenSSL/3.0.15 …`.
  public static var text: String { String(cString: rowsmith_curl_version()) }
}
