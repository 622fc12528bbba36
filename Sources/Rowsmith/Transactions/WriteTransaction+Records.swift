import RowsmithSchema

/// What writing a record has done.
public enum WriteOutcome: String, Sendable, Hashable {
  /// No record had its key, so it was inserted.
  case inserted
  /// A record had its key; the columns that differ were written.
  case updated
  /// An equal record exists; nothing was written.
  case unchanged
}

extension WriteTransaction {
  /// Inserts a record.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Reason/alreadyExists`` if a record with its key exists; otherwise as
  ///   ``upsert(_:)`` does.
  public func insert<R: Record>(_ record: R) throws {
    _ = try insertRow(record)
  }

  /// Inserts a record of an entity that declares no key, if its records have an identifier; see ``RowIdentifier``.
  ///
  /// - Returns: the identifier of the inserted record: its own if it has one, otherwise a new one.
  /// - Throws: ``StoreError`` with ``StoreError/Reason/alreadyExists`` if a record has its identifier; otherwise as
  ///   ``upsert(_:)`` does.
  @discardableResult
  public func insert<R: Record>(_ record: R) throws -> R.Key where R.Key == RowIdentifier {
    let row = try insertRow(record)
    let table = try mapping().requireEntity(R.entityName).table
    let sql =
      "SELECT \(DDL.list(table.layout.key)) FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1"
    let identifier = try connection().integer(sql, [.integer(row)])
    return RowIdentifier(rawValue: identifier ?? 0)
  }

  /// Inserts records: all of them or none.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Reason/alreadyExists`` if a record with one of the keys exists; otherwise as
  ///   ``upsert(_:)`` does.
  public func insert<R: Record>(contentsOf records: some Sequence<R>) throws {
    let writer = try writer()
    let shape = try writer.shape(of: R.self)
    try atomically(writer) { for record in records { _ = try insertRow(record, shape, writer) } }
  }

  private func insertRow<R: Record>(_ record: R) throws -> Int64 {
    let writer = try writer()
    let shape = try writer.shape(of: R.self)
    guard shape.entity.writesOtherRows else { return try insertRow(record, shape, writer) }
    return try atomically(writer) { try insertRow(record, shape, writer) }
  }

  private func insertRow<R: Record>(
    _ record: R, _ shape: ModelWriter.Shape, _ writer: ModelWriter
  ) throws -> Int64 {
    let values = record.storedValues
    let key = writer.key(in: values, shape)
    let isNew = key == [.integer(0)] && shape.entity.table.hasRowIdentifier
    if !key.isEmpty, !isNew, try writer.applier.writers[shape.entity.table.index].findRow(key: key) != nil {
      throw StoreError(
        .alreadyExists,
        "there is already a \(shape.entity.table.name) with the key \(key.map(DDL.literal).joined(separator: ", ")); "
          + "use `update` or `upsert`", entity: shape.entity.name, key: key)
    }
    return try writer.apply(values, shape).id
  }

  /// Updates a record: writes the columns that differ from the stored row.
  ///
  /// - Returns: `true` if a column differs.
  /// - Throws: ``StoreError`` with ``StoreError/Reason/notFound`` if no record has its key; otherwise as ``upsert(_:)`` does.
  @discardableResult
  public func update<R: Record>(_ record: R) throws -> Bool {
    let writer = try writer()
    let shape = try writer.shape(of: R.self)
    let values = record.storedValues
    try requireRow(writer.key(in: values, shape), of: shape.entity, writer)
    return try write(columnValues(of: record, shape, writer), shape, writer) == .updated
  }

  /// Inserts a record, or updates the one with its key: writes the columns that differ. A record without a key is always
  /// inserted; one with a ``RowIdentifier`` that is not ``RowIdentifier/unassigned`` has a key.
  ///
  /// Unique values and required links of other records may be checked only at the end of the block, which then throws.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Reason/refused`` if another record would lose a link that it requires; with
  ///   ``StoreError/Reason/misuse`` for a number that is none (NaN) where one is required, or that is not finite in a list.
  @discardableResult
  public func upsert<R: Record>(_ record: R) throws -> WriteOutcome {
    let writer = try writer()
    let shape = try writer.shape(of: R.self)
    return try write(columnValues(of: record, shape, writer), shape, writer)
  }

  /// Upserts records: all of them or none; see ``upsert(_:)``.
  public func upsert<R: Record>(contentsOf records: some Sequence<R>) throws {
    let writer = try writer()
    let shape = try writer.shape(of: R.self)
    try atomically(writer) {
      for record in records { _ = try writer.apply(columnValues(of: record, shape, writer), shape) }
    }
  }

  private func write(
    _ values: [StoredValue?], _ shape: ModelWriter.Shape, _ writer: ModelWriter
  ) throws -> WriteOutcome {
    guard try shape.entity.writesOtherRows || writer.changesEntity(values, shape) else {
      return try writeRow(values, shape, writer)
    }
    return try atomically(writer) { try writeRow(values, shape, writer) }
  }

  private func writeRow(
    _ values: [StoredValue?], _ shape: ModelWriter.Shape, _ writer: ModelWriter
  ) throws -> WriteOutcome {
    let (inserted, updated) = writer.totals(of: shape.entity)
    _ = try writer.apply(values, shape)
    let after = writer.totals(of: shape.entity)
    return after.inserted > inserted ? .inserted : after.updated > updated ? .updated : .unchanged
  }

  /// Throws ``StoreError`` with ``StoreError/Reason/notFound`` if no row has the key.
  func requireRow(_ key: [StoredValue], of entity: EntityMapping, _ writer: ModelWriter) throws {
    if !key.isEmpty, try writer.findRow(key, of: entity) != nil { return }
    throw StoreError(
      .notFound,
      "there is no \(entity.name)"
        + (key.isEmpty
          ? " to find: it declares no key"
          : " with the key \(key.map(DDL.literal).joined(separator: ", "))"),
      entity: entity.name, key: key.isEmpty ? nil : key)
  }
}

extension ModelWriter {
  /// Whether writing a record makes its row another entity of the family, which ends links of other rows.
  func changesEntity(_ values: [StoredValue?], _ shape: Shape) throws -> Bool {
    guard shape.entity.table.entityNameSlot != nil else { return false }
    let key = self.key(in: values.map { $0 ?? .null }, shape)
    guard !key.isEmpty, let row = try applier.writers[shape.entity.table.index].findRow(key: key) else {
      return false
    }
    return try !applier.rowLinks.isRow(row, of: shape.entity)
  }

  /// The numbers of records inserted and updated so far: of the entity, or of all entities if it is in a family.
  func totals(of entity: EntityMapping) -> (inserted: Int, updated: Int) {
    let counts = applier.counts
    guard entity.table.entityNameSlot != nil else {
      return (counts[entity.index].inserted, counts[entity.index].updated)
    }
    return counts.reduce((0, 0)) { ($0.0 + $1.inserted, $0.1 + $1.updated) }
  }
}
