import RowsmithSchema

extension ExportShapeBuilder {
  /// The places where a relationship is written: one, or two if its record may be missing; none if it is left out.
  func related(
    _ relationship: RelationshipMapping, of entity: EntityMapping, at place: Place
  ) throws -> [(path: [String], node: ExportNode)] {
    let branch = place.tree[relationship.name]
    guard let path = relationship.schema.exportPath else {
      if branch?.form == .embedded { throw forbidden(relationship.qualifiedName, "embedded") }
      if branch?.form == .keys || branch?.isNamed == true {
        throw forbidden(relationship.qualifiedName, "written")
      }
      return []
    }
    guard let connection else {
      return try reference(relationship, of: entity, branch, at: path).map { [$0] } ?? []
    }
    queries += 1
    let query = RelatedQuery(
      connection: connection, relationship: relationship, entity: entity, dateLoss: dateLoss)
    let pendingKey = try pendingKey(relationship)
    // In a table nothing can be left out: an empty field is null, which empties the list.
    let isColumn = options.layout == .csv && place.isRoot
    if case .inverse = relationship.storage { try noteAbsent(relationship, query, pendingKey) }
    switch try choice(relationship, query, branch, at: place) {
    case .leaveOut: return []
    case .keys(let isWanted):
      guard let path = keyPath(relationship, of: entity, path) else { return [] }
      return [(path, try keys(relationship, query, isWanted: isWanted || isColumn))]
    case .embed(let isWanted):
      try noteAbsent(relationship, query, pendingKey)
      let keyPath = absentPath(relationship, of: entity, path)
      if isWanted, relationship.keyConverter != nil, !relationship.holdsKeysAmongRecords, keyPath == nil {
        note(
          "\(relationship.qualifiedName): keys of missing records are left out, as an import would create these records"
        )
      }
      if !isWanted {
        guard mayEmbed(relationship, of: entity, at: place),
          relationship.target.saysKey(embeddedIn: relationship)
        else {
          note("\(relationship.qualifiedName) is left out: a key cannot be written there")
          return []
        }
      }
      let inner = Place(
        tree: branch ?? ExportTree(), through: relationship, chain: place.chain + [relationship.index])
      let family = EmbeddedFamily(relationship.target, at: inner, of: self)
      // Checks what the caller asked for before anything is written.
      if isWanted || !inner.tree.isEmpty { try family.made() }
      var records = try query.records(
        family, isWanted: isWanted || isColumn, pendingKey: pendingKey)
      if isNew(relationship) {
        noteFallbacks(of: relationship)
        notePlaces(of: relationship)
      }
      if !relationship.isToOne { records.mapKey = try mapKey(relationship) }
      records.place = listPlace(relationship)
      records.isColumn = isColumn
      records.writesNull = options.nulls == .written && relationship.writesNull
      guard let keyPath, let key = try key(relationship), let record = EmbeddedRecord(records)
      else { return [(path, .related(records))] }
      return [(path, .embedded(record)), (keyPath, .absent(record, key: key))]
    }
  }

  /// Notes that keys are left out that neither a single value nor a key object can express.
  private func noteAbsent(
    _ relationship: RelationshipMapping, _ query: RelatedQuery, _ pendingKey: [ExportMember]?
  ) throws {
    guard relationship.keyConverter == nil, pendingKey == nil, query.target.layout.key.count > 1,
      try hasAbsent(query)
    else { return }
    note("\(relationship.qualifiedName): keys of several parts whose records are missing are left out")
  }

  /// Whether to embed the records of a relationship that the caller did not ask for, because keys cannot name them.
  ///
  /// Never inside themselves. Records with a key, which are written whole on their own, are embedded only a few levels deep,
  /// as each may lead to many. A part of the key is always embedded: without it, an import would refuse the record. That ends,
  /// as no key is part of itself.
  private func mayEmbed(_ relationship: RelationshipMapping, of entity: EntityMapping, at place: Place)
    -> Bool
  {
    entity.keyParts.contains(relationship.name)
      || !place.chain.contains(relationship.index)
        && (place.chain.count < Self.deepest || relationship.target.keyParts.isEmpty)
  }

  /// The greatest number of relationships on the way to such a record.
  private static let deepest = 4

  /// Notes what an import loses. Under `Replace` an embedded record is overwritten whole: what its JSON lacks gets its
  /// fallback. Under another policy a new record lacks it.
  private func noteFallbacks(of relationship: RelationshipMapping) {
    for target in mapping.entities where relationship.target.family[target.name] != nil {
      for attribute in target.attributes where attribute.schema.exportPath == nil && !attribute.schema.isLocal
      {
        let name = attribute.schema.name
        if target.keyParts.contains(name) || target.isItem(attribute, of: relationship) { continue }
        if attribute.schema.importPaths == [.record] { continue }
        if !relationship.isToOne,
          attribute.schema.importPaths.contains(relationship.schema.isKeyed ? .mapKey : .index)
        {
          continue
        }
        guard relationship.schema.mergePolicy == .replace else {
          if target.isRequiredSlot[attribute.slot], target.defaults[attribute.slot].kind == .missing {
            note(
              "an import cannot insert a new \(target.name) that is embedded in \(relationship.qualifiedName): the JSON "
                + "does not have \(name), which is required")
          }
          continue
        }
        note(
          "an import resets \(attribute.qualifiedName) where it is embedded in \(relationship.qualifiedName), "
            + "whose policy is Replace: the JSON does not have it")
      }
    }
  }

  /// Notes attributes that hold the position in a list, or the whole object: an import sets them by the new one.
  private func notePlaces(of relationship: RelationshipMapping) {
    for target in mapping.entities where relationship.target.family[target.name] != nil {
      target.changedObjects.forEach(note)
      if relationship.isToOne || relationship.schema.isKeyed { continue }
      for (index, priority) in target.indexAttributes where priority == 0 {
        let attribute = target.attributes[index]
        if target.keyParts.contains(attribute.schema.name) { continue }
        note(
          "an import changes \(attribute.qualifiedName): it is the place of the record in "
            + "\(relationship.qualifiedName)")
      }
    }
  }

  /// How a relationship is written. `isWanted` if the caller asked for it, even if the other side says the same.
  private enum Choice {
    case leaveOut
    case keys(isWanted: Bool)
    case embed(isWanted: Bool)
  }

  private func choice(
    _ relationship: RelationshipMapping, _ query: RelatedQuery, _ branch: ExportTree?, at place: Place
  ) throws -> Choice {
    let isNameable = relationship.keyConverter != nil
    switch branch?.form {
    case .embedded: return .embed(isWanted: true)
    case .omitted: return .leaveOut
    case .keys:
      if isNameable { return .keys(isWanted: true) }
      throw ExportError(
        .unknownTarget,
        "'\(relationship.qualifiedName)' cannot be written as keys: no single value names a record of "
          + "\(relationship.target.name); embed it")
    case nil: break
    }
    if relationship.isToOne {
      let isEmbedded =
        options.toOne == .embedded && place.isRoot && (!isNameable || relationship.holdsKeysAmongRecords)
      return isEmbedded
        ? .embed(isWanted: true) : isNameable ? .keys(isWanted: true) : .embed(isWanted: false)
    }
    switch options.toMany {
    case .keys where isNameable: return .keys(isWanted: true)
    case .embedded where place.isRoot && (!isNameable || relationship.holdsKeysAmongRecords):
      return .embed(isWanted: true)
    case .omitted where branch?.isNamed != true: return .leaveOut
    default: break
    }
    if try isNeeded(relationship, query, isNameable) {
      return isNameable ? .keys(isWanted: false) : .embed(isWanted: false)
    }
    if branch?.isNamed != true { return .leaveOut }
    return isNameable ? .keys(isWanted: true) : .embed(isWanted: true)
  }

  /// Whether leaving a to-many relationship out would lose its links.
  private func isNeeded(
    _ relationship: RelationshipMapping, _ query: RelatedQuery, _ isNameable: Bool
  ) throws -> Bool {
    switch relationship.storage {
    case .columns: return true
    case .inverse(let inverse, let position):
      if !relationship.target.unspokenKeyParts.isEmpty { return true }
      // Pending links are only on this side.
      return try position != nil || !inverse.namesRecords
        || (isNameable || relationship.takesOtherKey || pendingKey(relationship) != nil) && query.hasPending()
    case .link(_, let isSource):
      if isSource || relationship.schema.isOrdered || relationship.inverse?.namesRecords != true {
        return true
      }
      return try hasOrphans(query)
    }
  }

  /// The key path under which bare values are keys; `nil` if there is none.
  func keyPath(_ relationship: RelationshipMapping, of entity: EntityMapping, _ path: [String]) -> [String]? {
    let keyPath = foreignKeyPath(relationship)
    if relationship.schema.choice != nil { return keyPath }
    if relationship.holdsKeysAmongRecords {
      guard let keyPath, entity.isRead(at: keyPath, onlyBy: relationship) else { return path }
      return keyPath
    }
    if keyPath == nil {
      note("\(relationship.qualifiedName) is left out: a bare value there would be a record, not its key")
    }
    return keyPath
  }

  /// The foreign key under which keys are written; `nil` for the relationship's own key.
  ///
  /// It is the one that the model names. An implied one is used if keys were imported from it, if the caller asks for it, or
  /// if a bare value under the relationship's own key would be a record.
  private func foreignKeyPath(_ relationship: RelationshipMapping) -> [String]? {
    // With one of several entities, the word for the entity is beside a foreign key.
    if relationship.schema.choice != nil {
      return relationship.schema.foreignKeyPaths.lazy.compactMap(\.keys).first
    }
    if let named = relationship.schema.keyExportPath { return named }
    let isImplied =
      options.usesImpliedForeignKeys || impliedKeys.contains(relationship.qualifiedName)
      || !relationship.holdsKeysAmongRecords
    return isImplied ? relationship.schema.foreignKeyPaths.lazy.compactMap(\.keys).first : nil
  }

  /// The key path for the key of a to-one relationship whose embedded record is missing; `nil` if there is none apart from
  /// `path`.
  private func absentPath(_ relationship: RelationshipMapping, of entity: EntityMapping, _ path: [String])
    -> [String]?
  {
    guard relationship.isToOne, relationship.keyConverter != nil, let keyPath = foreignKeyPath(relationship),
      !keyPath.starts(with: path), !path.starts(with: keyPath),
      entity.isRead(at: keyPath, onlyBy: relationship)
    else { return nil }
    return keyPath
  }

  private func keys(_ relationship: RelationshipMapping, _ query: RelatedQuery, isWanted: Bool) throws
    -> ExportNode
  {
    try key(relationship) ?? .related(try query.keys(isWanted: isWanted))
  }

  /// The key of a to-one relationship's record, if it is one value.
  func key(_ relationship: RelationshipMapping) throws -> ExportNode? {
    guard relationship.isToOne, let slot = relationship.slots.first,
      let key = relationship.target.soleKeyAttribute
    else { return nil }
    return .value(
      column: slot, writer: try ValueWriter(key, loss: dateLoss(key)),
      writesNull: options.nulls == .written && relationship.writesNull)
  }
}

extension RelationshipMapping {
  /// Whether null means no record. Not for a part of a relationship to one of several entities.
  var writesNull: Bool { schema.isOptional && schema.choice == nil }

  /// Whether a bare value among embedded records is a key. It is a record if an attribute is `$value`.
  var holdsKeysAmongRecords: Bool { !target.takesValues || target.isBareValue }
}

extension Schema.ImportPath {
  /// The keys of the path; `nil` for `$key`, `$index` and the like.
  var keys: [String]? {
    if case .keys(let keys) = self { keys } else { nil }
  }
}
