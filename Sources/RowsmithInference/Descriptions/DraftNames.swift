import RowsmithModel

/// Hands out names that a model allows, each only once.
struct DraftNames {
  private var taken: Set<String> = []

  /// The type name for a text, with a suffix if it is reserved, and a number if it is taken.
  mutating func type(for text: String, orElse suffix: String = "Record") -> String {
    var name = Self.typeName(text)
    if Self.isReserved(name) { name += suffix }
    return unique(name)
  }

  /// The member name for a key.
  mutating func member(forKey key: String, of entity: String? = nil) -> String {
    if key == "description", let entity {
      return unique("\(SwiftNames.instance(of: entity))Description")
    }
    return unique(Self.memberName(key))
  }

  /// Whether an attribute can read a key: the others name places, or nothing.
  static func isReadable(_ key: String) -> Bool {
    !["", "$key", "$index", "$value", "$rest", "$record"].contains(key)
  }

  /// Whether a name is taken, ignoring case.
  func isTaken(_ name: String) -> Bool { taken.contains(name.lowercased()) }

  /// Marks a name as taken.
  mutating func take(_ name: String) { taken.insert(name.lowercased()) }

  /// The name, with a number if it is taken.
  mutating func unique(_ name: String) -> String {
    var result = name
    var number = 2
    while !taken.insert(result.lowercased()).inserted {
      result = "\(name)\(number)"
      number += 1
    }
    return result
  }

  /// The type name, ignoring names that are taken: `Pod` for `io.k8s.api.core.v1.Pod`.
  static func typeName(_ text: String) -> String {
    let last = text.split(separator: ".").last.map(String.init) ?? text
    return SwiftNames.type(for: last)
  }

  /// The member name, ignoring names that are taken.
  static func memberName(_ key: String) -> String {
    let spelled = key == "+1" ? "plus1" : key == "-1" ? "minus1" : key
    let words = String(
      spelled.unicodeScalars.map {
        $0.properties.isXIDContinue || "-_ .".unicodeScalars.contains($0) ? Character($0) : " "
      })
    var name = SwiftNames.property(forKey: words)
    if !SwiftNames.isIdentifier(name) { name = "_\(name)" }
    if !SwiftNames.isIdentifier(name) { name = "value" }
    if ReservedNames.isReservedMember(name) || ReservedNames.reservedPrefix(of: name) != nil {
      name = "its\(name.prefix(1).uppercased())\(name.dropFirst())"
    }
    return name
  }

  private static func isReserved(_ name: String) -> Bool {
    ReservedNames.isReservedType(name) || ReservedNames.reservedPrefix(of: name) != nil
  }
}

extension String {
  /// The text with its first letter in uppercase.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The first sentence, on one line, for a comment in the model; `nil` if there is none.
  var firstSentence: String? {
    let lines = split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0 == " " || $0 == "\t" } }
    guard let line = lines.first(where: { !$0.isEmpty }) else { return nil }
    var words: [Substring] = []
    for word in line.split(separator: " ") {
      words.append(word)
      if word.hasSuffix("."), word.dropLast().count > 3, !word.dropLast().contains(".") { break }
    }
    var text = words.joined(separator: " ")
    if text.hasSuffix("."), !text.hasSuffix("..") { text.removeLast() }
    if text.count > 120 {
      text = text.prefix(119).split(separator: " ").dropLast().joined(separator: " ") + " …"
    }
    return text.isEmpty ? nil : text
  }
}
