import Foundation
import RowsmithSchema

/// The address that paths are relative to.
enum BaseURL {
  /// Whether a text is an address of HTTP with a host, and with nothing that would stand behind the paths.
  static func isValid(_ text: String) -> Bool {
    var text = text
    guard text.withUTF8({ URLText.isValid($0) }), let parts = URLComponents(string: text) else {
      return false
    }
    guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme) else { return false }
    return parts.host?.isEmpty == false && parts.query == nil && parts.fragment == nil
  }
}
