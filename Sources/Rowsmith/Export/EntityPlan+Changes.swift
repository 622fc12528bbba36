import RowsmithSchema

extension EntityPlan {
  /// The names of the attributes and to-one relationships that a patch from one row to another has.
  func members(changedFrom old: ValueRow, to new: ValueRow) -> [String] {
    let changed = attributes.filter { old.values[$0.slot] != new.values[$0.slot] }
    // A patch has arrays whole: of what a key path with positions groups, all or nothing.
    let arrays = changed.compactMap { $0.schema.exportPath?.arrayPrefix }
    var names = attributes.filter { attribute in
      changed.contains { $0 === attribute }
        || arrays.contains { attribute.schema.exportPath?.starts(with: $0) ?? false }
    }.filter { $0.schema.exportPath != nil }.map(\.schema.name)
    for relationship in relationships where relationship.schema.exportPath != nil {
      let isInArray = arrays.contains { relationship.schema.exportPath?.starts(with: $0) ?? false }
      if isInArray && relationship.isToOne
        || relationship.slots.contains(where: { old.values[$0] != new.values[$0] })
      {
        names.append(relationship.name)
      }
    }
    return names
  }
}

extension [String] {
  /// What is before the first position in a key path; nil where there is none.
  fileprivate var arrayPrefix: ArraySlice<String>? {
    firstIndex { Int($0) != nil }.map { self[..<$0] }
  }
}
