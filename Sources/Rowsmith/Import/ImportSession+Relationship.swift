import RowsmithSchema

extension ImportSession {
  /// Imports the value of one relationship of a record in the database.
  func importRelationship(_ parent: String, key: [StoredValue], name: String) throws {
    if options.stopAfter != nil {
      throw ImportError(
        .unknownTarget,
        "the value of a relationship is imported whole: 'stopAfter' is for records of an entity")
    }
    let entity = try entity(parent)
    guard let ordinal = entity.relationships.firstIndex(where: { $0.name == name }) else {
      let known = entity.relationships.map(\.name).sorted().joined(separator: ", ")
      throw ImportError(.unknownTarget, "\(parent) has no relationship '\(name)'; it has \(known)")
    }
    let table = entity.table
    let shownKey = key.map(DDL.literal).joined(separator: ", ")
    let row = key.isEmpty ? nil : try applier.writers[table.index].findRow(key: key)
    guard let row, try applier.rowLinks.isRow(row, of: entity) else {
      throw ImportError(.unknownTarget, "there is no \(parent) with the key \(shownKey)", entity: parent)
    }
    try navigate(options.path[...], path: JSONPath()) { path in
      try self.importValue(of: entity, ordinal: ordinal, row: row, key: key, path: path)
    }
    try expectEnd()
  }

  /// Notes the parent as named and settled, so that an item that is the parent itself does not overwrite it whole.
  private func trackParent(_ row: Int64, of entity: EntityMapping) throws {
    let writer = applier.writers[entity.table.index]
    try writer.noteNamed(row)
    try writer.settled?.insert(row)
    try writer.namedAtRoot?.insert(row)
  }

  private func importValue(
    of entity: EntityMapping, ordinal: Int, row: Int64, key: [StoredValue], path: JSONPath
  ) throws {
    let relationship = entity.relationships[ordinal]
    parser.rootPath = path
    parser.isScoped = true
    applier.isRelationship = true
    if let policy = options.policy {
      applier.scope = (relationship, policy)
      if policy != .merge {
        for part in [relationship] + relationship.others {
          applier.writers[part.target.table.index].trackNames()
        }
        for other in mapping.relationships where other.schema.deleteRule == .cascade {
          applier.writers[other.target.table.index].trackNames()
        }
      }
      if policy == .replace { applier.writers[relationship.target.table.index].trackGiven() }
    }
    try trackParent(row, of: entity)
    let byte = try peek()
    let isList = byte == UInt8(ascii: "[") || (byte == UInt8(ascii: "{") && relationship.schema.isKeyed)
    // Rolling back an item would also have to roll back what the list remembers, so with `skip` the value is applied as one
    // piece.
    if relationship.isToOne || !isList || options.onInvalid == .skip
      || (relationship.conflicts & relationship.target.reachable != 0 && !hasSeveralSources)
    {
      if hasSeveralSources {
        throw ImportError(
          .unexpectedShape,
          "'\(relationship.qualifiedName)' can be given by several sources only where each is a list and bad records are not "
            + "skipped; import the sources one by one",
          entity: entity.name, path: path.description)
      }
      try importWhole(entity, ordinal: ordinal, key: key)
    } else {
      try importItems(entity, ordinal: ordinal, key: key, path: path)
    }
  }

  /// Parses the value as if the parent were around it.
  private func importWhole(_ entity: EntityMapping, ordinal: Int, key: [StoredValue]) throws {
    let relationship = entity.relationships[ordinal]
    try parseRoot { scanner in
      let record = self.batch.append(entity, key: key, start: scanner.p)
      try self.parser.parseRelationship(
        &scanner, relationship: ordinal, entity: entity, record: record, alternative: 0, isForeignKey: false,
        depth: 1)
      try self.parser.checkFaults(record, entity: entity)
      if let error = self.parser.condemned[self.parser.offset(of: record)] {
        try self.parser.leaveOut(record, error)
      }
    }
    try applyRoot {
      if relationship.isToOne {
        _ = try self.applier.apply(0, Arrival(isScope: true))
      } else {
        try self.applier.applyScopeList(relationship, policy: self.options.policy)
      }
    }
  }

  /// Applies the items one after another as root records, so that their number does not matter.
  private func importItems(
    _ entity: EntityMapping, ordinal: Int, key: [StoredValue], path: JSONPath
  ) throws {
    let list = try openList ?? beginList(entity.relationships[ordinal], key: key)
    openList = list
    // Positions in the list count on from source to source; those in messages do not.
    let earlier = list.readCount
    let importItem = { (item: Int, mapKey: MemberKey?) in
      list.readCount += 1
      try self.parseRoot { scanner in
        let record = self.batch.append(entity, key: key, start: scanner.p)
        try self.parser.parseScopedItem(
          &scanner, relationship: ordinal, entity: entity, record: record, item: item,
          after: earlier, mapKey: mapKey.map { self.parser.mapKeyToken($0) })
        try self.parser.checkFaults(record, entity: entity)
      }
      try self.applyRoot {
        try self.applier.applyItems(of: self.batch.links[0], to: list, parent: 0)
      }
      try self.notice()
    }
    if try peek() == UInt8(ascii: "[") {
      try forEachItem(path: path) { index, _ in try importItem(index, nil) }
    } else {
      try forEachMember(path: path) { key, _ in try importItem(-1, key) }
    }
  }

  private func beginList(_ relationship: RelationshipMapping, key: [StoredValue]) throws -> ItemList {
    let arena = Arena()
    let list = try applier.beginList(
      relationship, parent: key.map { arena.cell($0) }, policy: options.policy)
    list.arena = arena
    return list
  }
}

extension RecordParser {
  /// The map key of a root record as a token. It stands behind a quote, as in the document: what is wrong with it is told
  /// by that.
  func mapKeyToken(_ key: ImportSession.MemberKey) -> StringToken {
    let bytes = context.arena.copy([UInt8(ascii: "\"")] + (key.source ?? Array(key.text.utf8)))
    return StringToken(
      start: (bytes.baseAddress ?? zeroLength) + 1, count: bytes.count - 1, hasEscapes: key.source != nil)
  }
}
