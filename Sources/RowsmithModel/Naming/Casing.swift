/// The spelling of the keys in a JSON document.
public enum Casing: String, Sendable, Hashable, CaseIterable {
  /// `image_url`.
  case snakeCase = "snake_case"
  /// `imageUrl`.
  case camelCase
  /// `ImageUrl`.
  case pascalCase = "PascalCase"
  /// `image-url`.
  case kebabCase = "kebab-case"
  /// The name itself.
  case exact

  /// The JSON key of a name: `image_url` for `imageURL`.
  ///
  /// Leading underscores are kept (`_id`).
  public func key(for name: String) -> String {
    guard self != .exact else { return name }
    let prefix = name.prefix { $0 == "_" }
    let words = Words.of(name)
    guard !words.isEmpty else { return name }
    return prefix + join(words)
  }

  /// The JSON keys to look for, in order: the name in this casing, then the exact name.
  public func keys(for name: String) -> [String] {
    let key = key(for: name)
    return key == name ? [key] : [key, name]
  }

  /// The keys of a name with a word added: `band_id` for `band` and `id`.
  ///
  /// If the casing separates words by capitals, both `bandId` and `bandID` are common.
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
  /// The text with its first letter in uppercase.
  var capitalisedFirst: String { prefix(1).uppercased() + String(dropFirst()) }
}
