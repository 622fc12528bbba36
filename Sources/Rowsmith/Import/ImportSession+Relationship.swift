import RowsmithSchema

extension ImportSession {
  /// Imports the value of one relationship of one record that is in the database.
  func importRelationship(_ parent: String, key: [StoredValue], name: String) throws {
    let entity = try entity(parent)
    guard let ordinal = entity.relationships.firstIndex(where: { $0.name == name }) else {
      let known = entity.relationships.map(\.name).sorted().joined(separator: ", ")
      throw ImportError(.unknownTarget, "\(parent) has no relationship '\(name)'; it has \(known)")
    }
    let table = entity.table
    let shownKey = key.map(DDL.literal).joined(separator: ", ")
    let row = key.isEmpty ? nil : try applier.writers[table.index].findRow(key: key)
    guard let row, try applier.isRow(row, of: entity) else {
      throw ImportError(.unknownTarget, "there is no \(parent) with the key \(shownKey)", entity: parent)
    }
    try navigate(options.path[...], path: JSONPath()) { path in
      try self.importValue(of: entity, ordinal: ordinal, key: key, path: path)
    }
    try expectEnd()
  }

  /// The value is parsed as if the parent were around it.
  private func importValue(of entity: EntityPlan, ordinal: Int, key: [StoredValue], path: JSONPath) throws {
    let relationship = entity.relationships[ordinal]
    parser.rootPath = path
    parser.isScoped = true
    try parseRoot { scanner in
      let record = self.parser.appendParent(entity, key: key, start: scanner.p)
      try self.parser.parseRelationship(
        &scanner, relationship: ordinal, entity: entity, record: record, alternative: 0, isForeignKey: false,
        depth: 1)
      try self.parser.checkFaults(record, entity: entity)
    }
    if let policy = options.policy {
      applier.scope = (relationship, policy)
      if policy != .merge { applier.trackNames(relationship.target.table) }
    }
    try applyRoot {
      if relationship.isToOne {
        try self.applier.apply(0, RecordApplier.Arrival(isScope: true))
      } else {
        let link = Int(self.parser.records[0].firstLink)
        try self.applier.applyToMany(
          link, relationship, of: 0, isParentNew: false, policy: self.options.policy)
      }
    }
  }
}

extension RecordParser {
  /// A record that is in the database already and of which only the key is known.
  func appendParent(_ entity: EntityPlan, key: [StoredValue], start: UnsafePointer<UInt8>) -> Int {
    let base = cells.append(repeating: .missing, count: entity.cellCount)
    for (slot, part) in zip(entity.table.keySlots, key) { cells[base + slot] = context.arena.cell(part) }
    return records.append(
      PendingRecord(
        entity: Int32(truncatingIfNeeded: entity.index), cells: Int32(truncatingIfNeeded: base), parent: -1,
        link: -1,
        item: -1, mapKey: nil, start: start))
  }
}
