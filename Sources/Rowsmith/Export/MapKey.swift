import RowsmithSchema

/// The keys of records in a list that is written as an object.
///
/// If a record has no value for what an import reads from the key (`$key`), or two have the same, the list is written as an
/// array instead.
final class MapKey {
  let column: Int
  let writer: ValueWriter
  /// Whether a list may have to be written as an array.
  let isChecked: Bool
  /// Whether two records of a list may have the same key: it does not identify them there, or dates may be written alike.
  let mayRepeat: Bool
  private let relationship: RelationshipMapping
  /// The attributes whose values an array lost.
  private var losses: Set<String> = []

  /// `nil` if the list is always an array.
  ///
  /// - Parameter dateLoss: what takes note of the dates of an attribute that are not written in full.
  init?(_ relationship: RelationshipMapping, dateLoss: (AttributeMapping) -> DateLoss) throws {
    let target = relationship.target
    let attribute =
      target.mapKeyAttributes.first.map { target.attributes[$0.attribute] } ?? target.soleKeyAttribute
    guard relationship.schema.isKeyed, let attribute else { return nil }
    self.relationship = relationship
    column = attribute.slot
    let writer = try ValueWriter(attribute, loss: dateLoss(attribute))
    self.writer = writer
    let keySlots = target.table.keySlots
    // The record around may give another part of the primary key.
    let isIdentity = target.keyParts.filter { $0 != relationship.inverse?.name } == [attribute.schema.name]
    let mayRepeat = !isIdentity || writer.mayWriteAlike
    self.mayRepeat = mayRepeat
    isChecked =
      target.saysKey(inArrayOf: relationship)
      && (mayRepeat
        || target.family.values.contains { entity in
          entity.mapKeyAttributes.contains { !keySlots.contains(entity.attributes[$0.attribute].slot) }
        })
  }

  /// Whether an import reads from a record's key the values that the record has.
  func fits(_ row: Row, of entity: EntityMapping) throws -> Bool {
    try entity.mapKeyAttributes.allSatisfy { index, priority in
      let attribute = entity.attributes[index]
      let isSaidInside = priority > 0 && attribute.schema.exportPath != nil
      return try !row.isNull(at: attribute.slot) && (attribute.slot == column || isSaidInside)
    }
  }

  /// Notes what is lost as a record is written in an array.
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

  /// The losses, one sentence each.
  var notes: [String] {
    losses.sorted().map {
      "\($0) is left out where \(relationship.qualifiedName) has a record without it, or two with the same: "
        + "that list is an array, as it has no key for each record"
    }
  }
}

extension EntityMapping {
  /// Whether the JSON of a record determines its key outside of a map.
  fileprivate func saysKey(inArrayOf relationship: RelationshipMapping) -> Bool {
    keyParts.allSatisfy { part in
      if let attribute = attributes.first(where: { $0.schema.name == part }) {
        return attribute.schema.exportPath != nil
      }
      return part == relationship.inverse?.name
        || relationships.contains { $0.name == part && $0.namesRecords }
    }
  }
}
