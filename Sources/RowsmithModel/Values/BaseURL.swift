import Foundation
import RowsmithSchema

/// The base URL of paths.
enum BaseURL {
  /// Whether a text is an HTTP URL with a host, to which paths can be appended.
  static func isValid(_ text: String) -> Bool {
    var text = text
    guard text.withUTF8({ URLText.isValid($0) }), let parts = URLComponents(string: text) else {
      return false
    }
    guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme) else { return false }
    return parts.host?.isEmpty == false && parts.query == nil && parts.fragment == nil
  }
}
