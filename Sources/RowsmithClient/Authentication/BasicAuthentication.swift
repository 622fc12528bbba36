import Foundation

/// A name and a password in every request (RFC 7617).
public struct BasicAuthentication: Authentication {
  private let credentials: String

  /// Takes a name, which has no colon in it, and a password.
  public init(user: String, password: String) {
    credentials = Data("\(user):\(password)".utf8).base64EncodedString()
  }

  /// Adds the header.
  public func authorize(_ request: inout HTTPRequest) {
    request.headers["Authorization"] = "Basic \(credentials)"
  }
}

extension BasicAuthentication: CustomStringConvertible, CustomReflectable {
  /// Nothing of the credentials.
  public var description: String { "BasicAuthentication" }
  /// Nothing of the credentials.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
