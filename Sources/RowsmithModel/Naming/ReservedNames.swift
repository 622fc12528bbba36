/// Names that a model cannot use because generated code or the database needs them.
package enum ReservedNames {
  /// Types and modules that generated code refers to.
  private static let types: Set<String> = [
    "Any", "Array", "Bool", "Data", "Date", "Decimal", "Dictionary", "Double", "Error", "Foundation", "Int",
    "JSON", "Never", "Optional", "Protocol", "Result", "Rowsmith", "RowsmithAPI", "RowsmithClient", "Self",
    "Set",
    "String", "Swift", "Type", "URL", "UUID",
  ]
  /// Members of every generated record.
  private static let members: Set<String> = [
    "Columns", "ID", "Key", "columnNames", "entityName", "hashValue",
  ]
  /// Further members of every generated record of a family.
  private static let familyMembers: Set<String> = ["Family", "Kind"]
  /// Words that Swift does not allow as member names.
  private static let words: Set<String> = ["Protocol", "Self", "Type", "self"]

  /// Whether an entity or enumeration cannot have this name.
  package static func isReservedType(_ name: String) -> Bool { types.contains(name) }

  /// Whether an attribute or relationship cannot have this name.
  package static func isReservedMember(_ name: String) -> Bool {
    members.contains(name) || words.contains(name)
  }

  /// Whether a relationship to one of several entities cannot have this name.
  static func isReservedChoice(_ name: String) -> Bool { members.contains(name) }

  /// Whether a member of an entity that extends another, or that another extends, cannot have this name.
  static func isReservedInFamily(_ name: String) -> Bool { familyMembers.contains(name) }

  /// Whether a part of a key of several parts cannot have this name, a member of every such key.
  static func isReservedKeyPart(_ name: String) -> Bool { name == "storedValues" }

  /// The prefix of the name that is reserved for tables and columns of SQLite or the library; `nil` if there is none.
  package static func reservedPrefix(of name: String) -> String? {
    ["_rowsmith", "sqlite_"].first { name.lowercased().hasPrefix($0) }
  }
}
