extension CurlTransport {
  /// Options of a transport.
  public struct Options: Sendable {
    /// A PEM file of the certificate authorities that are trusted; `nil` for those of the system.
    public var caFile: String?
    /// PEM files of certificates that are trusted in addition, for example a company's or a test's.
    public var additionalTrustAnchors: [String] = []
    /// The certificate presented to servers that ask for one.
    public var clientCertificate: ClientCertificate?
    /// The proxy to use.
    public var proxy = Proxy.environment
    /// Whether to use HTTP/2 with servers that support it. Each exchange has its own connection even so: a body that is read
    /// slowly does not hold up others.
    public var http2 = true
    /// The largest number of concurrent exchanges with one host; further ones are queued.
    public var maximumConnectionsPerHost = 8
    /// The value of the header `User-Agent`.
    public var userAgent = "Rowsmith"

    /// Creates the default options.
    public init() {}
  }

  /// The proxy that a transport uses.
  public enum Proxy: Sendable, Hashable {
    /// The one that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name.
    case environment
    /// None.
    case none
    /// This one: `http://proxy.example.com:3128`.
    case url(String)
  }

  /// A certificate and its key, as PEM.
  public struct ClientCertificate: Sendable, Hashable {
    /// The file of the certificate.
    public var certificateFile: String
    /// The file of the private key.
    public var keyFile: String
    /// The password of the private key, if it is encrypted.
    public var password: String?

    /// Creates a certificate.
    public init(certificateFile: String, keyFile: String, password: String? = nil) {
      self.certificateFile = certificateFile
      self.keyFile = keyFile
      self.password = password
    }
  }
}
