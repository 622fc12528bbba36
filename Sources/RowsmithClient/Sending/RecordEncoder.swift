import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// Makes the JSON of a record that is sent.
struct RecordEncoder {
  let facts: ModelFacts
  let schema: Schema

  /// What is sent of a record.
  struct Output {
    /// The bytes; nil where nothing of it has changed.
    var body: [UInt8]?
    /// The revision of the row that they were made of; 0 where nothing of it was unsent, nil where it is not there.
    var revision: Int64?
  }

  /// Makes the body of a request of a row that is in the database: all of it, or for PATCH what the server has not heard of.
  ///
  /// - Throws: ``ClientError`` where there is no such row, `ExportError`.
  func encode(
    _ entity: String, key: [StoredValue], method: RouteMethod, under wrapper: String?, _ db: ReadTransaction
  ) throws -> Output {
    guard let table = facts.table(of: entity), let row = try db.row(of: entity, key: key, facts) else {
      throw ClientError(.misuse, "the database has no such \(entity) any more; nothing was sent")
    }
    let unsent = try db.unsentChanges(of: RowName(table: table, key: key))
    var output = Output(revision: unsent?.revision ?? 0)
    if method == .patch, unsent?.isNew != true {
      guard let unsent, let patch = try patch(entity, row, unsent, key: key, db) else { return output }
      output.body = wrap(patch, wrapper)
    } else {
      output.body = wrap(try whole(entity, key: key, method: method, db), wrapper)
    }
    return output
  }

  fileprivate func wrap(_ value: JSONValue, _ wrapper: String?) -> [UInt8] {
    let wrapped = wrapper.map { JSONValue.object([.init($0, value)]) } ?? value
    return Array(wrapped.text.utf8)
  }

  /// All of a record. `PUT` says what is empty, too, as it stands for all there is.
  private func whole(
    _ entity: String, key: [StoredValue], method: RouteMethod, _ db: ReadTransaction
  ) throws -> JSONValue {
    var options = ExportOptions()
    if method == .put { options.nulls = .written }
    if key.contains(where: LocalKey.isLocal) { options.omitted = keyMembers(of: entity).map { [$0] } }
    return try exported(entity, key, options, db)
  }

  private func exported(
    _ entity: String, _ key: [StoredValue], _ options: ExportOptions, _ db: ReadTransaction
  ) throws -> JSONValue {
    var bytes: [UInt8] = []
    try db.exportJSON(entity: entity, keys: [key], options: options) { bytes += $0 }
    let json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    if case .array(let records) = json, let record = records.first { return record }
    return .object([])
  }

  /// What the server has not heard of: changed columns, and lists of keys where links changed.
  fileprivate func patch(
    _ entity: String, _ row: ResultRow, _ unsent: UnsentChanges, key: [StoredValue], _ db: ReadTransaction
  ) throws -> JSONValue? {
    if unsent.base.isEmpty && unsent.links.isEmpty { return nil }
    var old = row.values
    for (index, column) in row.columns.enumerated() {
      if let base = unsent.old(column, now: row.values[index]) { old[index] = base }
    }
    var members: [JSONValue.Member] = []
    if !unsent.base.isEmpty {
      let patch = try db.jsonProducer().patch(entity, row.columns, row.values, changedFrom: old)
      if case .object(let found) = patch { members = found }
    }
    if !unsent.links.isEmpty {
      var options = ExportOptions()
      options.only = unsent.links.map { [$0] }
      options.keys = unsent.links.map { [$0] }
      if case .object(let found) = try exported(entity, key, options, db) { members += found }
    }
    // The path names the record.
    let names = Set(keyNames(of: entity))
    let sent = members.filter { !names.contains($0.key) }
    return sent.isEmpty ? nil : .object(sent)
  }

  /// The attributes and relationships of an entity's key.
  private func keyMembers(of entity: String) -> [String] {
    SchemaGraph(schema).root(of: entity)?.primaryKey ?? []
  }

  /// The members of the JSON that hold them.
  private func keyNames(of entity: String) -> [String] {
    let graph = SchemaGraph(schema)
    return keyMembers(of: entity).compactMap { graph.attribute($0, of: entity)?.exportPath }
      .filter { $0.count == 1 }.map { $0[0] }
  }
}

extension RecordEncoder {
  /// Makes the body of a request of a record, be it in memory or in the database. Nothing is written.
  func encode(
    _ record: RecordBody, method: RouteMethod, under wrapper: String?, _ db: WriteTransaction
  ) throws -> Output {
    guard let write = record.write else {
      return try encode(record.entity, key: record.key, method: method, under: wrapper, db)
    }
    if method == .patch, let patched = try patch(record, under: wrapper, db) { return patched }
    do {
      try db.savepoint { part in
        try write(part)
        throw Encoded(
          output: try encode(
            record.entity, key: record.key, method: method == .patch ? .put : method, under: wrapper, part))
      }
    } catch let encoded as Encoded {
      return encoded.output
    }
    return Output()
  }

  /// What of a record in memory differs from what the server last said of its row; nil where there is no row.
  private func patch(_ record: RecordBody, under wrapper: String?, _ db: ReadTransaction) throws -> Output? {
    guard let table = facts.table(of: record.entity),
      let row = try db.row(of: record.entity, key: record.key, facts)
    else {
      return nil
    }
    let unsent = try db.unsentChanges(of: RowName(table: table, key: record.key))
    if unsent?.isNew == true { return nil }
    var (old, new) = (row.values, row.values)
    for (index, column) in row.columns.enumerated() {
      if let own = record.columns.firstIndex(of: column) { new[index] = record.values[own] }
      if let base = unsent?.old(column, now: new[index]) { old[index] = base }
    }
    var output = Output(revision: unsent?.revision ?? 0)
    if old == new, unsent?.links.isEmpty ?? true { return output }
    let given = ResultRow(columns: row.columns, values: new)
    var changes = unsent ?? UnsentChanges(isNew: false, revision: 0, base: [:], links: [])
    (changes.base, changes.left) = ([:], [:])
    for (index, column) in row.columns.enumerated() where old[index] != new[index] {
      changes.base[column] = old[index]
    }
    output.body = try patch(record.entity, given, changes, key: record.key, db).map { wrap($0, wrapper) }
    return output
  }

  /// Ends the trial that makes the JSON of a record that is not in the database.
  private struct Encoded: Error {
    var output: Output
  }
}
