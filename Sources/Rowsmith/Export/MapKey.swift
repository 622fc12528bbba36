import RowsmithSchema

/// The keys under which the records of a list stand that is an object.
///
/// If a record has no value for what an import reads from there (`$key`), no key can say so. Then the list is an array.
final class MapKey {
  let column: Int
  let writer: ValueWriter
  /// Whether some list may have to be an array.
  let isChecked: Bool
  private let relationship: RelationshipMapping
  /// The attributes of which an array did not say all.
  private var losses: Set<String> = []

  /// Nil where the list is an array anyway.
  init?(_ relationship: RelationshipMapping) throws {
    let target = relationship.target
    let attribute =
      target.mapKeyAttributes.first.map { target.attributes[$0.attribute] } ?? target.soleKeyAttribute
    guard relationship.schema.isKeyed, let attribute else { return nil }
    self.relationship = relationship
    column = attribute.slot
    writer = try ValueWriter(attribute)
    let keySlots = target.table.keySlots
    isChecked =
      target.saysKey(inArrayOf: relationship)
      && target.family.values.contains { entity in
        entity.mapKeyAttributes.contains { !keySlots.contains(entity.attributes[$0.attribute].slot) }
      }
  }

  /// Whether an import reads from the key of a record what the record has.
  func fits(_ row: Row, of entity: EntityMapping) throws -> Bool {
    try entity.mapKeyAttributes.allSatisfy { index, priority in
      let attribute = entity.attributes[index]
      let isSaidInside = priority > 0 && attribute.schema.exportPath != nil
      return try !row.isNull(at: attribute.slot) && (attribute.slot == column || isSaidInside)
    }
  }

  /// Notes that a record stands in an array.
  func noteArray(_ row: Row, of entity: EntityMapping) throws {
    for (index, _) in entity.mapKeyAttributes {
      let attribute = entity.attributes[index]
      let hasDefault = attribute.schema.defaultValue.map { $0 != .null } ?? false
      guard attribute.schema.exportPath == nil, !entity.table.keySlots.contains(attribute.slot) else {
        continue
      }
      if try hasDefault || !row.isNull(at: attribute.slot) { losses.insert(attribute.qualifiedName) }
    }
  }

  /// What was lost, one sentence each.
  var notes: [String] {
    losses.sorted().map {
      "\($0) is left out where \(relationship.qualifiedName) has a record without it: that list is an array, as it has "
        + "no key for each record"
    }
  }
}

extension EntityMapping {
  /// Whether the JSON of a record says its key without standing in a map.
  fileprivate func saysKey(inArrayOf relationship: RelationshipMapping) -> Bool {
    keyParts.allSatisfy { part in
      if let attribute = attributes.first(where: { $0.schema.name == part }) {
        return attribute.schema.exportPath != nil
      }
      return part == relationship.inverse?.name
        || relationships.contains { $0.name == part && $0.schema.exportPath != nil }
    }
  }
}
