import Foundation
import Rowsmith

/// Keeps secrets out of files.
enum Redaction {
  /// Replaces a secret.
  static let mark = "REDACTED"

  /// Headers of answers that a client uses. All others are left out, as any of them may be a secret.
  static let headers: Set<String> = [
    "cache-control", "content-type", "date", "etag", "last-modified", "link", "location", "retry-after",
    "x-total-count",
  ]

  /// Whether a name is one of a secret: `access_token`, `apiKey`, `X-Signature`.
  static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased().filter { $0.isLetter }
    let words = [
      "token", "password", "passwd", "secret", "apikey", "signature", "authorization", "credential",
      "session",
    ]
    return words.contains { name.contains($0) } || ["key", "auth", "sig", "pin"].contains(name)
  }

  /// A URL without a user's name and password, and without secret parameters in its query and its fragment.
  static func url(_ url: String) -> String {
    let address = url.prefix { $0 != "?" && $0 != "#" }
    var parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    if parts.count >= 3, let at = parts[2].lastIndex(of: "@") {
      parts[2] = parts[2][parts[2].index(after: at)...]
    }
    let rest = url[address.endIndex...]
    let query = rest.prefix { $0 != "#" }
    return parts.joined(separator: "/") + parameters(query) + parameters(rest[query.endIndex...])
  }

  /// Parameters behind their first character, `?` or `#`, without the values of secret ones.
  private static func parameters(_ text: Substring) -> String {
    text.prefix(1)
      + text.dropFirst().split(separator: "&", omittingEmptySubsequences: false).map { parameter in
        let name = parameter.prefix { $0 != "=" }
        guard name.count < parameter.count, isSecret(name.removingPercentEncoding ?? String(name)) else {
          return String(parameter)
        }
        return "\(name)=\(mark)"
      }
      .joined(separator: "&")
  }

  /// The value of a header without secrets in its URLs.
  static func header(_ name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "link": links(value)
    case "location": url(value)
    default: value
    }
  }

  /// The header `Link`: URLs in angle brackets, each with parameters of its own.
  private static func links(_ value: String) -> String {
    var result = ""
    var rest = value[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      result += rest[...start] + url(String(rest[start..<end].dropFirst())) + ">"
      rest = rest[end...].dropFirst()
    }
    return result + url(String(rest))
  }

  /// JSON with secret members replaced; `nil` if the text is not JSON.
  static func json(_ text: String) -> String? {
    guard let value = try? JSONValue(parsing: text) else { return nil }
    let cleaned = clean(value)
    return cleaned == value ? text : cleaned.text
  }

  private static func clean(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.map { member in
          .init(member.key, isSecret(member.key) ? hide(member.value) : clean(member.value))
        })
    case .array(let items): .array(items.map(clean))
    case .string(let text):
      text.hasPrefix("http://") || text.hasPrefix("https://") ? .string(url(text)) : value
    case .null, .bool, .number: value
    }
  }

  /// The value of a member with the name of a secret: a text, or a list of them. A number or flag with such a name,
  /// `tokens_left`, is not secret, and the members of an object have names of their own.
  private static func hide(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string: .string(mark)
    case .array(let items): .array(items.map(hide))
    case .object: clean(value)
    case .null, .bool, .number: value
    }
  }
}
