/// The place of a schema: a file and a key path.
struct SchemaPlace: Sendable, Hashable {
  /// The file, as given or as a reference names it.
  var file: String
  /// The keys, unescaped.
  var keys: [String]

  /// The place of keys below this one.
  func below(_ keys: String...) -> SchemaPlace { SchemaPlace(file: file, keys: self.keys + keys) }

  /// Whether it is that of a member, of the items of a list, or of a body.
  var isUnnamed: Bool {
    guard let last = keys.last, let outer = keys.dropLast().last else { return false }
    if outer == "properties" { return true }
    let isName = ["schemas", "definitions", "$defs"].contains(outer)
    return !isName && ["items", "additionalProperties", "schema"].contains(last)
  }

  /// The place as a JSON pointer after `#` (RFC 6901), preceded by the file if it is not the first one.
  func text(in first: String) -> String {
    let pointer = keys.map { key in
      "/"
        + key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
        .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }
    return (file == first ? "" : file) + "#" + pointer.joined()
  }
}

/// A schema and its place; its references are not resolved.
struct SchemaNode: Sendable {
  var value: DescriptionValue
  var place: SchemaPlace

  /// The node under a key.
  subscript(key: String) -> SchemaNode? {
    value.object?[key].map { SchemaNode(value: $0, place: place.below(key)) }
  }

  /// The items of the list under a key.
  func items(_ key: String) -> [SchemaNode] {
    (value[key]?.list ?? []).enumerated().map {
      SchemaNode(value: $0.element, place: place.below(key, "\($0.offset)"))
    }
  }

  /// The members of the object under a key.
  func members(_ key: String) -> [(key: String, node: SchemaNode)] {
    guard let object = value[key]?.object else { return [] }
    return object.entries.map { ($0, SchemaNode(value: $1, place: place.below(key, $0))) }
  }
}
