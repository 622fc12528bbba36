import RowsmithSchema

extension EntityMapping {
  /// `"entityName" IN ('Guitarist')`: the condition for its rows in the table; `nil` if it has all of them.
  var familyCondition: String? { familyCondition(in: "") }

  /// The same for a table with an alias.
  func familyCondition(alias: String) -> String? { familyCondition(in: "\(alias).") }

  private func familyCondition(in prefix: String) -> String? {
    guard isPartOfTable, let slot = table.entityNameSlot else { return nil }
    let names = table.layout.entities.filter { family[$0] != nil }.map { DDL.literal(.text($0)) }
    return "\(prefix)\(DDL.quoted(table.layout.columns[slot].name)) IN (\(names.joined(separator: ", ")))"
  }
}
