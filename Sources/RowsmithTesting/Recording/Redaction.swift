import Foundation
import Rowsmith
import RowsmithClient

/// Keeps secrets out of a file.
///
/// In answers, different secrets have different marks, as pages that are named by a token would be one page otherwise. In the
/// URLs of requests all have the same, so that a request is found again; but a secret of an answer has its mark from there,
/// whatever its parameter is called: `next_token` may go into `cursor`.
struct Redaction {
  /// Replaces a secret. The second secret of a file's answers is replaced by `REDACTED-2`.
  static let mark = "REDACTED"
  /// How long a secret of an answer must be to be looked for in URLs. A shorter text may be there for another reason.
  private static let shortest = 12
  private var numbers: [String: Int] = [:]

  /// Headers of answers that a client uses. All others are left out, as any of them may be a secret.
  static let headers: Set<String> = [
    "backoff", "cache-control", "content-type", "date", "etag", "last-modified", "link", "location",
    "next-page", "retry-after", "total-objects", "total-records", "x-duplicate", "x-server-time",
    "x-total-count",
  ]

  /// Whether a name is one of a secret: `access_token`, `apiKey`, `X-Signature`.
  static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased().filter { $0.isLetter }
    let words = [
      "token", "password", "passwd", "passphrase", "secret", "apikey", "accesskey", "privatekey",
      "subscriptionkey", "jwt", "signature", "authorization", "credential", "session",
    ]
    return words.contains { name.contains($0) }
      || ["key", "auth", "sig", "pin", "pwd", "otp", "cookie", "setcookie"].contains(name)
  }

  /// Whether a text is a JSON Web Token (RFC 7519), whatever it is called: `access`, `id`. It begins with an object in Base64.
  private static func isToken(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).count
    return text.hasPrefix("eyJ") && (parts == 3 || parts == 5)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_.".utf8.contains(byte)
      }
  }

  /// A URL without a user's name and password, and without secret parameters in its query and its fragment.
  static func url(_ url: String) -> String { replaced(url) { _ in mark } }

  private mutating func markedURL(_ url: String) -> String { Redaction.replaced(url) { mark(for: $0) } }

  private mutating func mark(for secret: String) -> String {
    let number = numbers[secret] ?? numbers.count + 1
    numbers[secret] = number
    return Redaction.numbered(number)
  }

  private static func numbered(_ number: Int) -> String { number == 1 ? mark : "\(mark)-\(number)" }

  /// Whether a text is a mark, of any number.
  private static func isMark(_ text: Substring) -> Bool {
    text == mark || (text.hasPrefix("\(mark)-") && text.dropFirst(mark.count + 1).allSatisfy(\.isNumber))
  }

  /// The URL of a request, also without the secrets of earlier answers, which may be in its path, or in a parameter whose name
  /// says nothing.
  func requestURL(_ url: String) -> String {
    let url = Redaction.url(url)
    if numbers.isEmpty { return url }
    var result = ""
    var rest = url[...]
    while !rest.isEmpty {
      let piece = rest.prefix { !Redaction.isSeparator($0) }
      result += known(piece) ?? String(piece)
      rest = rest[piece.endIndex...]
      result += rest.prefix(1)
      rest = rest.dropFirst()
    }
    return result
  }

  /// The mark of a piece of a URL that is a secret of an answer.
  private func known(_ piece: Substring) -> String? {
    let text = piece.removingPercentEncoding ?? String(piece)
    guard text.utf8.count >= Redaction.shortest else { return nil }
    return (numbers[text] ?? numbers[String(piece)]).map(Redaction.numbered)
  }

  private static func isSeparator(_ character: Character) -> Bool { "/?#&=".contains(character) }

  /// Whether two URLs are the same but for marks in one of them, in place of what the other one has.
  static func areSimilar(_ url: String, _ other: String) -> Bool {
    let pieces = url.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
    let others = other.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
    return pieces.count == others.count
      && zip(pieces, others).allSatisfy { $0 == $1 || isMark($0) || isMark($1) }
  }

  private static func replaced(_ url: String, _ mark: (String) -> String) -> String {
    let address = url.prefix { $0 != "?" && $0 != "#" }
    var parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    // A path without a server may have this character, too.
    let hasServer = parts.count >= 3 && parts[1].isEmpty && (parts[0].isEmpty || parts[0].hasSuffix(":"))
    if hasServer, let at = parts[2].lastIndex(of: "@") {
      parts[2] = parts[2][parts[2].index(after: at)...]
    }
    let rest = url[address.endIndex...]
    let query = rest.prefix { $0 != "#" }
    return parts.joined(separator: "/") + parameters(query, mark)
      + parameters(rest[query.endIndex...], mark)
  }

  /// Parameters behind their first character, `?` or `#`, without the values of secret ones.
  private static func parameters(_ text: Substring, _ mark: (String) -> String) -> String {
    text.prefix(1)
      + text.dropFirst().split(separator: "&", omittingEmptySubsequences: false).map { parameter in
        let name = parameter.prefix { $0 != "=" }
        let value = String(parameter.dropFirst(name.count + 1))
        guard name.count < parameter.count,
          isSecret(name.removingPercentEncoding ?? String(name)) || isToken(value)
        else { return String(parameter) }
        return "\(name)=\(mark(value))"
      }
      .joined(separator: "&")
  }

  /// The value of a header without secrets in its URLs.
  mutating func header(_ name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "link": links(value)
    case "next-page": markedURL(value)
    case "location": Redaction.url(value)
    default: value
    }
  }

  /// The header `Link`: URLs in angle brackets, each with parameters of its own.
  private mutating func links(_ value: String) -> String {
    var result = ""
    var rest = value[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      result += rest[...start] + markedURL(String(rest[start..<end].dropFirst())) + ">"
      rest = rest[end...].dropFirst()
    }
    return result + markedURL(String(rest))
  }

  /// JSON, also several texts one after another or with a byte order mark, with secret members replaced; `nil` if the text is
  /// not JSON.
  mutating func json(_ text: String) -> String? {
    if let whole = document(text) { return whole }
    let texts = Redaction.texts(text)
    if texts.count < 2 { return nil }
    let known = numbers
    var cleaned: [String] = []
    for text in texts {
      guard let record = document(text) else {
        numbers = known
        return nil
      }
      cleaned.append(record)
    }
    return cleaned == texts ? text : cleaned.joined(separator: "\n") + "\n"
  }

  /// The JSON texts in one: each ends with its last bracket or with its line.
  private static func texts(_ text: String) -> [String] {
    let bytes = text.utf8
    var texts: [String] = []
    var (start, depth) = (bytes.startIndex, 0)
    var (isInString, isEscaped) = (false, false)
    func take(to end: String.Index) {
      let piece = String(text[start..<end])
      if !piece.allSatisfy(\.isWhitespace) { texts.append(piece) }
      start = end
    }
    for (index, byte) in zip(bytes.indices, bytes) {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { take(to: bytes.index(after: index)) }
      case UInt8(ascii: "\n") where depth <= 0: take(to: index)
      default: break
      }
    }
    take(to: bytes.endIndex)
    return texts
  }

  private mutating func document(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard
      let value = (try? JSONValue(answer: bytes)) ?? (try? JSONValue(answer: Redaction.withoutHalves(bytes)))
    else { return nil }
    let cleaned = clean(value)
    return cleaned == value ? text : cleaned.text
  }

  /// JSON without halves of surrogate pairs. They are no text, but an import reads over those that it does not store.
  private static func withoutHalves(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var index = 0
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "\\") {
        index += 1
      } else if let unit = codeUnit(bytes, at: index), UTF16.isSurrogate(unit) {
        let next = UTF16.isLeadSurrogate(unit) ? codeUnit(bytes, at: index + 6) : nil
        if let next, UTF16.isTrailSurrogate(next) {
          index += 12
        } else {
          bytes.replaceSubrange((index + 2)..<(index + 6), with: Array("fffd".utf8))
          index += 6
        }
      } else {
        index += 2
      }
    }
    return bytes
  }

  /// The code unit that is written as `\uXXXX` at an index.
  private static func codeUnit(_ bytes: [UInt8], at index: Int) -> UInt16? {
    guard bytes[index...].starts(with: #"\u"#.utf8), index + 6 <= bytes.count else { return nil }
    return UInt16(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
  }

  private mutating func clean(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.map { member in
          switch member.value {
          // A header of an answer within a batch.
          case .string(let text) where member.key.lowercased() == "link" && text.hasPrefix("<"):
            .init(member.key, .string(links(text)))
          case let value: .init(member.key, Redaction.isSecret(member.key) ? hide(value) : clean(value))
          }
        })
    case .array(let items): .array(items.map { clean($0) })
    case .string(let text): .string(clean(text))
    case .null, .bool, .number: value
    }
  }

  /// A text without the secrets of the URL, the form or the JSON that it is, or the token. Batches have paths with queries, and
  /// bodies as text.
  private mutating func clean(_ text: String) -> String {
    if Redaction.isToken(text) { return mark(for: text) }
    return switch text.first(where: { !$0.isWhitespace }) {
    case "h" where text.hasPrefix("http://") || text.hasPrefix("https://"): markedURL(text)
    case "/" where !text.hasPrefix("//"): markedURL(text)
    case "?": markedURL(text)
    case "{", "[": json(text) ?? text
    default: Redaction.isReference(text) && !Redaction.beginsForm(text) ? markedURL(text) : form(text)
    }
  }

  /// A text without the secret fields of the form that it may be, and without the secrets of URLs in other fields:
  /// `user=ada&password=…`.
  private mutating func form(_ text: String) -> String {
    if !text.contains("=") || text.contains(where: \.isWhitespace) { return text }
    var fields: [String] = []
    for field in text.split(separator: "&", omittingEmptySubsequences: false) {
      let name = field.prefix { $0 != "=" }
      let value = String(field.dropFirst(name.count + 1))
      if name.count == field.count {
        fields.append(String(field))
      } else if Redaction.isSecret(name.removingPercentEncoding ?? String(name)) || Redaction.isToken(value) {
        fields.append("\(name)=\(mark(for: value))")
      } else {
        fields.append("\(name)=\(Redaction.isReference(value) ? markedURL(value) : value)")
      }
    }
    return fields.joined(separator: "&")
  }

  /// Whether a text begins with the name of a field, not as a URL does.
  private static func beginsForm(_ text: String) -> Bool {
    let name = text.prefix { !"=/?#:".contains($0) }
    return !name.isEmpty && text[name.endIndex...].hasPrefix("=")
  }

  /// Whether a text may be a URL with parameters or of another scheme, or without one: `//a.example/x`, `articles?page=2`.
  private static func isReference(_ text: String) -> Bool {
    let mayBe = text.hasPrefix("//") || text.contains("://") || text.utf8.contains { "?#".utf8.contains($0) }
    return mayBe && !text.contains { $0.isWhitespace }
  }

  /// The value of a member with the name of a secret: a text, or a list of them. A number or flag with such a name,
  /// `tokens_left`, is not secret, and the members of an object have names of their own. An empty text is none: as the token of
  /// the next page it is the end.
  private mutating func hide(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): text.isEmpty ? value : .string(mark(for: text))
    case .array(let items): .array(items.map { hide($0) })
    case .object: clean(value)
    case .null, .bool, .number: value
    }
  }
}
