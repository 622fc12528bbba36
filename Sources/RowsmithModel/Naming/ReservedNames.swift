/// Names that a model cannot use because generated code or the database needs them.
package enum ReservedNames {
  /// Types and modules that generated code refers to.
  private static let types: Set<String> = [
    "Any", "Array", "Bool", "Data", "Date", "Decimal", "Dictionary", "Double", "Error", "Foundation", "Int",
    "JSON", "Never", "Optional", "Protocol", "Result", "Rowsmith", "Self", "Set", "String", "Swift", "Type",
    "URL", "UUID",
  ]
  /// Members that every generated record has, and words that Swift does not take as a member's name.
  private static let members: Set<String> = [
    "Columns", "ID", "Key", "Protocol", "Self", "Type", "columnNames", "entityName", "hashValue", "self",
  ]

  /// Whether no entity or enumeration can have the name.
  package static func isReservedType(_ name: String) -> Bool { types.contains(name) }

  /// Whether no attribute or relationship can have the name.
  package static func isReservedMember(_ name: String) -> Bool { members.contains(name) }

  /// The beginning of the name that SQLite or the library keeps for its own tables and columns.
  package static func reservedPrefix(of name: String) -> String? {
    ["_rowsmith", "sqlite_"].first { name.lowercased().hasPrefix($0) }
  }
}
