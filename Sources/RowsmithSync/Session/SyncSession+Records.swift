public import Rowsmith
import RowsmithClient
public import RowsmithSchema

extension SyncSession {
  // MARK: The state of records

  /// The request for the state of a record.
  ///
  /// ```swift
  /// for try await state in store.observe(try session.state(of: note)) { show(state) }
  /// ```
  public func state<R: Record>(of record: R) throws -> SyncStateRequest {
    let table = try table(of: R.entityName)
    let values = record.storedValues
    let key = table.keys.compactMap { R.columnNames.firstIndex(of: $0) }.map { values[$0] }
    return SyncStateRequest(table: table.name, key: KeyCoding.encode(key))
  }

  /// The request for the state of the record with a key.
  ///
  /// - Throws: ``SyncError`` with ``SyncError/Reason/settings`` for an entity that does not synchronise.
  public func state(of entity: String, key: StoredValue) throws -> SyncStateRequest {
    SyncStateRequest(table: try table(of: entity).name, key: key)
  }

  /// The request for what a sync would send. Sends nothing.
  public func unsent(limit: Int = .max) -> UnsentRecords { UnsentRecords(context: context(), limit: limit) }

  // MARK: Conflicts

  /// The request for logged conflicts: all, or only open ones.
  public func conflicts(openOnly: Bool = false) -> SyncConflicts {
    SyncConflicts(table: nil, key: nil, isOpenOnly: openOnly)
  }

  /// The request for the conflicts of one record.
  public func conflicts(of entity: String, key: StoredValue, openOnly: Bool = false) throws -> SyncConflicts {
    SyncConflicts(table: try table(of: entity).name, key: key, isOpenOnly: openOnly)
  }

  /// Decides a conflict. One that was decided before is decided again, by a local change.
  ///
  /// - Throws: ``SyncError`` if there is no such conflict (any more), or a whole record is given a value; `StoreError`;
  ///   `ImportError` if the server's record cannot be restored.
  public func resolve(_ id: Int64, _ resolution: ConflictResolution) async throws {
    let (model, importModel) = (model, importModel)
    try await store.write { db in
      let found = try db.rows("SELECT * FROM _rowsmith_conflicts WHERE id = ?", [.integer(id)]).first
      guard let conflict = found.flatMap(SyncConflict.init), let table = model[conflict.entity] else {
        throw SyncError(.settings, "there is no conflict \(id); 'conflicts()' lists the existing ones")
      }
      try Resolving(table: table, model: model, importModel: importModel).carryOut(conflict, resolution, db)
    }
  }

  /// Deletes decided conflicts from the log.
  ///
  /// - Parameter date: only those found before this time, in seconds since 1970; `nil` for all.
  /// - Returns: the number of deleted conflicts.
  @discardableResult
  public func forgetConflicts(before date: Double? = nil) async throws -> Int {
    try await store.write { db in
      try db.run(
        "DELETE FROM _rowsmith_conflicts WHERE winner IS NOT NULL AND (?1 IS NULL OR at < ?1 * 1000)",
        [date.map(StoredValue.real) ?? .null])
    }
  }

  // MARK: What was set aside

  /// Lets a refused record be sent again.
  ///
  /// - Returns: `true` if it was set aside.
  @discardableResult
  public func retry(_ entity: String, key: StoredValue) async throws -> Bool {
    let table = try table(of: entity)
    return try await store.write { db in
      try db.run(
        "DELETE FROM _rowsmith_queue WHERE lane = 'sync' AND state = 'refused' AND entity = ? AND key = ?",
        [.text(table.name), key]) > 0
    }
  }

  /// Discards the unsent local changes of a record: it gets the server's last state again. A record created here is deleted.
  ///
  /// - Throws: ``SyncError`` with ``SyncError/Reason/busy`` while a request for it has no answer: what was sent cannot be undone.
  public func discard(_ entity: String, key: StoredValue) async throws {
    try await discard(entity, keys: [key])
  }

  /// Discards the unsent local changes of several records of an entity: of all, or if there is an error, of none. Faster than
  /// one by one where they were in the same lists.
  package func discard(_ entity: String, keys: [StoredValue]) async throws {
    let table = try table(of: entity)
    let model = model
    try await store.write { db in
      try db.withOrigin(.pull) {
        try db.quietly { try Discarding(table: table, model: model).carryOut(keys, db) }
      }
    }
  }

  /// The collection of an entity, or of links such as `Note.tags`.
  func table(of entity: String) throws -> SyncedTable {
    let root = SchemaGraph(store.schema).root(of: entity)?.name ?? entity
    if let table = model[root] ?? model.named(entity) { return table }
    throw SyncError(
      .settings,
      "'\(entity)' does not synchronise; those that do are \(model.tables.map(\.collection.name).joined(separator: ", "))"
    )
  }
}
