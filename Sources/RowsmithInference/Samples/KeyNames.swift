import RowsmithModel

/// The names under which servers give the keys and the kinds of their records.
enum KeyNames {
  /// Keys that say what kind an object is of, the likelier first.
  static let discriminators = [
    "type", "kind", "object", "@type", "__typename", "_type", "entity_name", "entityName", "resourceType",
    "resource_type", "class", "_class", "recordType", "objectType",
  ]

  /// Keys that say of which kind a record is, or which edition of it: with its number they tell it apart.
  static let qualifiers = Set(discriminators).union([
    "model", "table", "lang", "language", "locale", "namespace", "version", "revision",
  ])

  /// How sure a name is the one of a key: 0 is surest; nil where it is none.
  static func rank(_ key: String) -> Int? {
    let plain = key.drop { $0 == "@" || $0 == "_" || $0 == "$" }
    let words = Words.of(String(plain))
    guard let last = words.last else { return nil }
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

  /// Whether a member may tell records apart.
  static func isCandidate(_ key: String) -> Bool { rank(key) != nil }
}
