import RowsmithSchema

/// The syntax of `ImportName`, `ForeignKey` and the keys of documents: keys with dots between them.
package enum ImportName {
  /// What is wrong with a path.
  package enum Problem: Error {
    /// A key is missing before, between or after the dots.
    case emptyKey
    /// `$key` or another special name is one of several keys.
    case placeInside(String)
  }

  /// The special names, which are not keys.
  static let places: [String: Schema.ImportPath] = [
    "$key": .mapKey, "$index": .index, "$value": .value, "$rest": .rest, "$record": .record,
  ]

  /// Reads a path: `image.url`, `$index`, `odd\.key`.
  static func path(_ text: String) throws(Problem) -> Schema.ImportPath {
    if let place = places[text] { return place }
    return .keys(try keys(text))
  }

  /// Reads the keys of a path.
  package static func keys(_ text: String) throws(Problem) -> [String] {
    var keys = [""]
    var rest = text[...]
    while let letter = rest.popFirst() {
      if letter == "\\", rest.first == "." {
        rest.removeFirst()
        keys[keys.count - 1].append(".")
      } else if letter == "." {
        keys.append("")
      } else {
        keys[keys.count - 1].append(letter)
      }
    }
    if keys.contains("") { throw .emptyKey }
    if let place = keys.first(where: { places[$0] != nil }) { throw .placeInside(place) }
    return keys
  }

  /// A key with its dots escaped, for use in a path.
  package static func escaped(_ key: String) -> String {
    key.contains(".")
      ? key.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.") : key
  }
}
