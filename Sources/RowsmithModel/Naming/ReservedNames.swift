/// Names that a model cannot use because generated code or the database needs them.
enum ReservedNames {
  /// Types that generated code refers to by their bare names.
  private static let types: Set<String> = [
    "Any", "AnyHashable", "AnyObject", "Array", "Bool", "Character", "Codable", "Collection", "Data", "Date",
    "Decimal", "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "Error",
    "Float", "Foundation", "Hashable", "Hasher", "ID", "Identifiable", "Int", "Int64", "JSON", "Never",
    "Optional", "Protocol", "Result", "RowsmithSchema", "Rowsmith", "Schema", "Self", "Sendable", "Sequence",
    "Set", "String", "Swift", "Type", "URL", "UUID", "Void",
  ]
  /// Members that every generated record has, and words that Swift does not take as a member's name.
  private static let members: Set<String> = [
    "Columns", "Key", "Protocol", "Self", "Type", "columnNames", "entityName", "hashValue", "init", "self",
  ]

  /// Whether no entity or enumeration can have the name.
  static func isReservedType(_ name: String) -> Bool { types.contains(name) }

  /// Whether no attribute or relationship can have the name.
  static func isReservedMember(_ name: String) -> Bool { members.contains(name) }

  /// The beginning of the name that SQLite or the library keeps for its own tables and columns.
  static func reservedPrefix(of name: String) -> String? {
    ["_rowsmith", "sqlite_"].first { name.lowercased().hasPrefix($0) }
  }
}
