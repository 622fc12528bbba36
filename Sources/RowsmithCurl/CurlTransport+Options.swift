extension CurlTransport {
  /// How a transport reaches servers.
  public struct Options: Sendable {
    /// The certificates, as PEM, of those who may vouch for a server; nil for those that the system trusts.
    public var caFile: String?
    /// Files of certificates, as PEM, that are trusted besides: that of a company, of a test.
    public var additionalTrustAnchors: [String] = []
    /// What the client shows servers that ask who it is.
    public var clientCertificate: ClientCertificate?
    /// Over which proxy it goes.
    public var proxy = Proxy.environment
    /// Whether HTTP/2 is spoken with servers that do. Each exchange has a connection of its own nevertheless: a body that is
    /// read slowly holds up no other.
    public var http2 = true
    /// How many exchanges with one host run at the same time; more wait for one to end.
    public var maximumConnectionsPerHost = 8
    /// What the client calls itself.
    public var userAgent = "Rowsmith"

    /// Creates the default options.
    public init() {}
  }

  /// Over which proxy a transport goes.
  public enum Proxy: Sendable, Hashable {
    /// That which `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name.
    case environment
    /// None.
    case none
    /// That one: `http://proxy.example.com:3128`.
    case url(String)
  }

  /// A certificate and its key, as PEM.
  public struct ClientCertificate: Sendable, Hashable {
    /// The file of the certificate.
    public var certificateFile: String
    /// The file of the private key.
    public var keyFile: String
    /// What the key is encrypted with.
    public var password: String?

    /// Creates a certificate.
    public init(certificateFile: String, keyFile: String, password: String? = nil) {
      self.certificateFile = certificateFile
      self.keyFile = keyFile
      self.password = password
    }
  }
}
