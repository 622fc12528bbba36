import Foundation

/// A user name and password in every request (RFC 7617).
public struct BasicAuthentication: Authentication {
  private let credentials: String

  /// Creates it from a user name, which has no colon in it, and a password.
  public init(user: String, password: String) {
    credentials = Data("\(user):\(password)".utf8).base64EncodedString()
  }

  /// Adds the header.
  public func authorize(_ request: inout HTTPRequest) {
    request.headers["Authorization"] = "Basic \(credentials)"
  }
}

extension BasicAuthentication: CustomStringConvertible, CustomReflectable {
  /// Leaves out the credentials.
  public var description: String { "BasicAuthentication" }
  /// Leaves out the credentials.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
