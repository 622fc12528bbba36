/// How the keys of a JSON document are spelled.
public enum Casing: String, Sendable, Hashable, CaseIterable {
  /// `image_url`.
  case snakeCase = "snake_case"
  /// `imageUrl`.
  case camelCase
  /// `ImageUrl`.
  case pascalCase = "PascalCase"
  /// `image-url`.
  case kebabCase = "kebab-case"
  /// The name as it is.
  case exact

  /// The JSON key of a name: `image_url` for `imageURL`.
  ///
  /// Underscores at the beginning stay where they are (`_id`).
  public func key(for name: String) -> String {
    guard self != .exact else { return name }
    let prefix = name.prefix { $0 == "_" }
    let words = Words.of(name)
    guard !words.isEmpty else { return name }
    return prefix + join(words)
  }

  /// The spellings under which the JSON may have a name, the likelier first: in this casing, then exactly so.
  public func keys(for name: String) -> [String] {
    let key = key(for: name)
    return key == name ? [key] : [key, name]
  }

  /// The spellings of a name to which a word is added: `band_id` for `band` and `id`.
  ///
  /// Where words are told apart by capitals, servers write both `bandId` and `bandID`.
  package func keys(for name: String, adding word: String) -> [String] {
    let capitalised = word.prefix(1).uppercased() + word.dropFirst()
    let shouted = word.hasSuffix("s") ? word.dropLast().uppercased() + "s" : word.uppercased()
    let base = key(for: name)
    return switch self {
    case .snakeCase: ["\(base)_\(word)"]
    case .kebabCase: ["\(base)-\(word)"]
    case .camelCase, .pascalCase: [base + capitalised, base + shouted]
    case .exact: [base + capitalised, base + shouted, "\(base)_\(word)"]
    }
  }

  private func join(_ words: [String]) -> String {
    switch self {
    case .snakeCase: words.joined(separator: "_")
    case .kebabCase: words.joined(separator: "-")
    case .camelCase: words[0] + words.dropFirst().map(\.capitalisedFirst).joined()
    case .pascalCase: words.map(\.capitalisedFirst).joined()
    case .exact: words.joined()
    }
  }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
