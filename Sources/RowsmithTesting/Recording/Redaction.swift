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

  /// A URL without a user's name and password, and without secret parameters.
  static func url(_ url: String) -> String {
    let halves = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var address = String(halves[0])
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    if parts.count >= 3, let at = parts[2].lastIndex(of: "@") {
      let host = parts[2][parts[2].index(after: at)...]
      address = (parts.prefix(2) + [host] + parts.dropFirst(3)).joined(separator: "/")
    }
    guard halves.count == 2 else { return address }
    let query = halves[1].split(separator: "&", omittingEmptySubsequences: false).map { parameter in
      let name = parameter.prefix { $0 != "=" }
      return isSecret(name.removingPercentEncoding ?? String(name)) ? "\(name)=\(mark)" : String(parameter)
    }
    return "\(address)?\(query.joined(separator: "&"))"
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
          // A number or flag with such a name, `tokens_left`, is not secret.
          if isSecret(member.key), case .string = member.value { return .init(member.key, .string(mark)) }
          return .init(member.key, clean(member.value))
        })
    case .array(let items): .array(items.map(clean))
    case .null, .bool, .number, .string: value
    }
  }
}
