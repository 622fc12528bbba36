import RowsmithSchema

extension EntityPlan {
  /// `"entityName" IN ('Guitarist')`: what tells its rows from others in the table; nil where all rows are its.
  var familyCondition: String? {
    guard let slot = table.entityNameSlot, family.count < table.layout.entities.count else { return nil }
    let names = table.layout.entities.filter { family[$0] != nil }.map { DDL.literal(.text($0)) }
    return "\(DDL.quoted(table.layout.columns[slot].name)) IN (\(names.joined(separator: ", ")))"
  }
}
