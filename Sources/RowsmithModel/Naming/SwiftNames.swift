/// Names in the conventions of Swift.
package enum SwiftNames {
  /// Words that are written in capitals.
  private static let acronyms: Set<String> = [
    "api", "css", "csv", "dns", "html", "http", "https", "id", "ids", "ip", "iso", "json", "jwt", "pdf",
    "png",
    "rgb", "sms", "sql", "svg", "tcp", "tls", "ui", "uri", "uris", "url", "urls", "utc", "utf", "uuid",
    "uuids",
    "vat", "xml", "yaml",
  ]

  /// The name of an attribute or relationship for a JSON key: `imageURL` for `image_url`.
  ///
  /// Acronyms are written in capitals if the words remain distinguishable: `urlAPI`, but `imageUrlX86`.
  package static func property(forKey key: String) -> String {
    let words = Words.of(key)
    let prefix = String(key.prefix { $0 == "_" })
    let name = prefix + join(words, shouting: true)
    return Words.of(name) == words ? name : prefix + join(words, shouting: false)
  }

  /// The same with all acronyms in capitals, for names whose key is declared beside them: `pullRequestHTMLURL`.
  package static func property(besideKey key: String) -> String {
    String(key.prefix { $0 == "_" }) + join(Words.of(key), shouting: true, inARow: true)
  }

  private static func join(_ words: [String], shouting: Bool, inARow: Bool = false) -> String {
    var name = ""
    var lastIsShouted = false
    for word in words {
      let isShouted = shouting && !name.isEmpty && (inARow || !lastIsShouted) && acronyms.contains(word)
      if name.isEmpty {
        name = word
      } else if isShouted {
        let isPlural = word.last == "s" && acronyms.contains(String(word.dropLast()))
        name += isPlural ? word.dropLast().uppercased() + "s" : word.uppercased()
      } else {
        name += word.capitalisedFirst
      }
      lastIsShouted = isShouted
    }
    return name
  }

  /// The type name for any text: `GithubIssues` for `github-issues`.
  package static func type(for text: String) -> String {
    let parts = text.split { !$0.isLetter && !$0.isNumber }.map { String($0).capitalisedFirst }
    let name = String(parts.joined().unicodeScalars.filter { $0.properties.isXIDContinue })
    guard let first = name.unicodeScalars.first else { return "Model" }
    return first.properties.isXIDStart ? name : "Model\(name)"
  }

  /// The name of an instance of an entity: `bandMember` for `BandMember`, `urlItem` for `URLItem`.
  package static func instance(of entity: String) -> String {
    let letters = Array(entity)
    var count = letters.prefix { $0.isUppercase }.count
    if count > 1, count < letters.count, letters[count].isLowercase { count -= 1 }
    return entity.prefix(count).lowercased() + String(entity.dropFirst(count))
  }

  /// The name of an enumeration's case, without case and separators: values with the same one cannot be distinguished.
  package static func foldedCase(for value: String) -> String {
    let isSeparator: (Character) -> Bool = { $0 == "_" || $0 == "-" || $0 == " " }
    // A leading sign is not a separator: +1 and -1 are two cases.
    return (value.prefix(1) + value.dropFirst().filter { !isSeparator($0) }).lowercased()
  }

  /// Whether a text is a valid name in Swift (in back ticks if it is a keyword) and in SQL.
  package static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return text.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue } && text != "_"
  }
}
