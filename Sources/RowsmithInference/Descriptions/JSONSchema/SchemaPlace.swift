/// Where a schema stands: a file and the keys that lead there.
struct SchemaPlace: Sendable, Hashable {
  /// The file, as it was named or as a reference leads to it.
  var file: String
  /// The keys, unescaped.
  var keys: [String]

  /// The place of a key below.
  func below(_ keys: String...) -> SchemaPlace { SchemaPlace(file: file, keys: self.keys + keys) }

  /// The place as a JSON pointer behind `#` (RFC 6901); with the file in front where it is another one than the first.
  func text(in first: String) -> String {
    let pointer = keys.map { key in
      "/"
        + key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
        .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }
    return (file == first ? "" : file) + "#" + pointer.joined()
  }
}

/// A schema where it stands; references in it are not followed.
struct SchemaNode: Sendable {
  var value: DescriptionValue
  var place: SchemaPlace

  /// What stands under a key.
  subscript(key: String) -> SchemaNode? {
    value.object?[key].map { SchemaNode(value: $0, place: place.below(key)) }
  }

  /// The items of the list under a key.
  func items(_ key: String) -> [SchemaNode] {
    (value[key]?.list ?? []).enumerated().map {
      SchemaNode(value: $0.element, place: place.below(key, "\($0.offset)"))
    }
  }

  /// What stands under the keys of the object under a key.
  func members(_ key: String) -> [(key: String, node: SchemaNode)] {
    guard let object = value[key]?.object else { return [] }
    return object.entries.map { ($0, SchemaNode(value: $1, place: place.below(key, $0))) }
  }
}
