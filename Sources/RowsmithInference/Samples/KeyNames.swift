import RowsmithModel

/// The names that servers use for the keys and discriminators of records.
enum KeyNames {
  /// Discriminators, most likely first.
  static let discriminators = [
    "type", "kind", "object", "@type", "__typename", "_type", "entity_name", "entityName", "resourceType",
    "resource_type", "class", "_class", "recordType", "objectType",
  ]

  /// Keys for the kind or edition of a record, which can identify it together with its number.
  static let qualifiers = Set(discriminators).union([
    "model", "table", "lang", "language", "locale", "namespace", "version", "revision",
  ])

  /// How likely a name is that of a key, where 0 is most likely; `nil` if it is none.
  static func rank(_ key: String) -> Int? {
    let plain = key.drop { $0 == "@" || $0 == "_" || $0 == "$" }
    let words = Words.of(String(plain))
    guard let last = words.last else { return nil }
    // `object_id` is more often the key of something else.
    if plain == "objectId" || plain == "objectID" { return 1 }
    if words.count == 1 {
      switch last {
      case "id": return 0
      case "uuid", "guid", "uid", "objectid": return 1
      case "sha", "iri", "pk", "oid", "arn", "gid": return 2
      case "key", "slug", "code", "sku", "isbn", "symbol", "handle": return 4
      case "login", "username": return 5
      case "url", "uri", "href", "self", "link": return 6
      case "name", "email", "number", "title", "path": return 7
      default: return nil
      }
    }
    if ["id", "uuid", "guid"].contains(last) { return 3 }
    if ["url", "uri"].contains(last), words.count == 2 { return 6 }
    if ["code", "number", "no", "nr", "key", "slug"].contains(last) { return 8 }
    return nil
  }

  /// Whether a member may identify records.
  static func isCandidate(_ key: String) -> Bool { rank(key) != nil }

  /// Whether a member may be the name of its record and `id` in one word: `pageid`.
  static func mayBeCompound(_ key: String) -> Bool { key.utf8.count > 3 && key.hasSuffix("id") }
}
