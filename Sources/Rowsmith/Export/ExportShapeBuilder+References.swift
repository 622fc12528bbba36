import RowsmithSchema

extension ExportShapeBuilder {
  /// How a relationship of a record that is not in a database is written: to-one relationships as keys; the record knows
  /// nothing of the others.
  func reference(
    _ relationship: RelationshipMapping, of entity: EntityMapping, _ branch: ExportTree?, at path: [String]
  ) throws -> (path: [String], node: ExportNode)? {
    if branch?.form == .embedded
      || !relationship.isToOne && (branch?.form == .keys || branch?.isNamed == true)
    {
      throw ExportError(
        .notStored,
        "'\(relationship.qualifiedName)' leads to records that a value does not hold; produce the JSON from a store"
      )
    }
    guard relationship.isToOne else { return nil }
    if relationship.keyConverter != nil, let node = try key(relationship) {
      return keyPath(relationship, of: entity, path).map { ($0, node) }
    }
    guard let members = try keyMembers(of: relationship.target, in: Array(relationship.slots)[...]),
      relationship.schema.mergePolicy != .replace, let column = relationship.slots.first
    else {
      note("\(relationship.qualifiedName) is left out: a key cannot be written there")
      return nil
    }
    let writesNull = options.nulls == .written && relationship.schema.isOptional
    return (path, .reference(members, column: column, writesNull: writesNull))
  }

  /// The parts of the key of a missing record, as an object with nothing else, which links without making a record.
  ///
  /// Used if records require more than their key and the record around does not give it; else an import would make one.
  func pendingKey(_ relationship: RelationshipMapping) throws -> [ExportMember]? {
    let target = relationship.target
    let count = target.table.keySlots.count
    guard count > 1, !relationship.schema.isKeyed, relationship.schema.oneOf == nil else { return nil }
    let given = relationship.inverse.map { Array($0.slots) } ?? []
    let required = target.requiredBesidesKey
    let lacksChoice = target.choices.contains { $0.isRequired && !$0.slots.contains(where: given.contains) }
    guard lacksChoice || (0..<required.count).contains(where: { !given.contains(required[$0]) }) else {
      return nil
    }
    let slots =
      switch relationship.storage {
      case .columns: Array(relationship.slots)
      case .inverse: Array(0..<count)
      case .link: Array(target.table.columnCount..<target.table.columnCount + count)
      }
    return try keyMembers(of: target, in: slots[...], isKey: true, embeddedIn: relationship)
  }

  /// The parts of an entity's key as an object; `nil` if the JSON has no place for one of them, or if an object would have to
  /// say which entity of a family the record is.
  private func keyMembers(
    of target: EntityMapping, in slots: ArraySlice<Int>, isKey: Bool = false,
    embeddedIn parent: RelationshipMapping? = nil
  ) throws -> [ExportMember]? {
    if target.isPolymorphic && !isKey || target.table.hasRowIdentifier { return nil }
    var places = ExportPlaces()
    var slots = slots
    for part in target.keyParts {
      if let attribute = target.attributes.first(where: { $0.schema.name == part }) {
        guard let path = attribute.schema.exportPath, let slot = slots.popFirst() else { return nil }
        places.add(
          .value(
            column: slot, writer: try ValueWriter(attribute, loss: dateLoss(attribute)), writesNull: false),
          at: path, name: attribute.qualifiedName)
        continue
      }
      guard let relationship = target.relationships.first(where: { $0.name == part }) else { return nil }
      let count = relationship.slots.count
      if parent?.inverse === relationship {
        // The record around it gives that part.
        slots = slots.dropFirst(count)
        continue
      }
      guard let path = relationship.schema.exportPath, let slot = slots.first else { return nil }
      if count == 1, relationship.keyConverter != nil, let key = relationship.target.soleKeyAttribute {
        guard let path = keyPath(relationship, of: target, path) else { return nil }
        places.add(
          .value(column: slot, writer: try ValueWriter(key, loss: dateLoss(key)), writesNull: false),
          at: path, name: relationship.qualifiedName)
      } else {
        guard relationship.schema.mergePolicy != .replace,
          let members = try keyMembers(of: relationship.target, in: slots.prefix(count))
        else { return nil }
        places.add(
          .reference(members, column: slot, writesNull: false), at: path, name: relationship.qualifiedName)
      }
      slots = slots.dropFirst(count)
    }
    let (members, conflicts) = places.members()
    return conflicts.isEmpty && !members.isEmpty ? members : nil
  }
}
