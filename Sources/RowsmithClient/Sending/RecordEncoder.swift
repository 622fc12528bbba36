import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// Encodes a record as the JSON to send.
struct RecordEncoder {
  let facts: ModelFacts
  let schema: Schema

  /// The encoded record.
  struct Output {
    /// The bytes; `nil` if nothing has changed.
    var body: [UInt8]?
    /// The revision of the row from which they were made; 0 if it had no unsent changes, `nil` if the row does not exist.
    var revision: Int64?
  }

  /// Encodes a row of the database: all of it, or for PATCH what the server does not have.
  ///
  /// - Throws: ``ClientError`` if there is no such row, `ExportError`.
  func encode(
    _ entity: String, key: [StoredValue], method: RouteMethod, under wrapper: String?, _ db: ReadTransaction
  ) throws -> Output {
    guard let table = facts.table(of: entity), let row = try db.row(of: entity, key: key, facts) else {
      throw ClientError(.misuse, "the database no longer has this \(entity); nothing was sent")
    }
    var entity = entity
    // Since the call was made, the server may have made the record one of an entity that does not extend the given one.
    if let own = row.text("entityName"), facts.table(of: own) == table,
      facts.ownEntity(of: row, entity) == entity
    {
      entity = own
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

  /// The whole record. `PUT` includes empty values, as it replaces the server's record.
  private func whole(
    _ entity: String, key: [StoredValue], method: RouteMethod, _ db: ReadTransaction
  ) throws -> JSONValue {
    var options = ExportOptions()
    if method == .put { options.nulls = .written }
    options.omitted = localMembers(of: entity, key).map { [$0] }
    return try exported(entity, key, options, db)
  }

  /// The attributes and relationships of a primary key that have a local value. The others are sent.
  private func localMembers(of entity: String, _ key: [StoredValue]) -> [String] {
    let local = facts.localKeyColumns(of: entity, key)
    if local.isEmpty { return [] }
    return keyMembers(of: entity).filter { facts.columns(of: $0, in: entity).contains(where: local.contains) }
  }

  private func exported(
    _ entity: String, _ key: [StoredValue], _ options: ExportOptions, _ db: ReadTransaction
  ) throws -> JSONValue {
    var options = options
    options.isForServer = true
    var bytes: [UInt8] = []
    try db.exportJSON(entity: entity, keys: [key], options: options) { bytes += $0 }
    let json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    if case .array(let records) = json, let record = records.first { return record }
    return .object([])
  }

  /// The changes that the server does not have: changed columns, and lists of keys whose links changed.
  fileprivate func patch(
    _ entity: String, _ row: ResultRow, _ unsent: UnsentChanges, key: [StoredValue], _ db: ReadTransaction
  ) throws -> JSONValue? {
    // A route may send the root of a family. What the record's own entity adds is sent, too.
    let entity = facts.ownEntity(of: row, entity)
    // An import may have made it one of another entity, which does not have all lists.
    let links = unsent.links.filter { facts.target(of: $0, in: entity) != nil }
    if unsent.base.isEmpty && links.isEmpty { return nil }
    var old = row.values
    for (index, column) in row.columns.enumerated() {
      if let base = unsent.old(column, now: row.values[index]) { old[index] = base }
    }
    var members: [JSONValue.Member] = []
    if !unsent.base.isEmpty {
      let patch = try db.jsonProducer().patch(entity, row.columns, row.values, changedFrom: old)
      if case .object(let found) = patch { members = found }
    }
    if !links.isEmpty {
      var options = ExportOptions()
      options.only = links.map { [$0] }
      options.keys = links.filter { hasPlainKeys($0, of: entity) }.map { [$0] }
      if case .object(let found) = try exported(entity, key, options, db) { members.join(found) }
    }
    // The path identifies the record, so its key is left out.
    let names = Set(keyNames(of: entity))
    let owners = Set(keyLinkNames(of: entity))
    let sent = members.filter { member in
      // An object may have more than the key.
      if case .object = member.value { return !names.contains(member.key) }
      return !names.contains(member.key) && !owners.contains(member.key)
    }
    return sent.isEmpty ? nil : .object(sent)
  }

  /// Whether one value names each record of a list. Other records are sent whole, as in a new record.
  private func hasPlainKeys(_ list: String, of entity: String) -> Bool {
    guard let target = facts.target(of: list, in: entity)?.target else { return false }
    let key = facts.keyColumns(of: target)
    guard key.count == 1, case .attribute? = facts.source(of: key[0], in: target) else { return false }
    return true
  }

  /// The attributes and relationships of an entity's primary key.
  private func keyMembers(of entity: String) -> [String] {
    SchemaGraph(schema).root(of: entity)?.primaryKey ?? []
  }

  /// The JSON members that hold the primary key.
  private func keyNames(of entity: String) -> [String] {
    let graph = SchemaGraph(schema)
    return keyMembers(of: entity).compactMap { graph.attribute($0, of: entity)?.exportPath }
      .filter { $0.count == 1 }.map { $0[0] }
  }

  /// The JSON members that hold the keys of the records that are part of the primary key.
  private func keyLinkNames(of entity: String) -> [String] {
    let graph = SchemaGraph(schema)
    return keyMembers(of: entity).compactMap { graph.relationship($0, of: entity) }
      .flatMap { link -> [[String]] in
        let foreign = link.foreignKeyPaths.compactMap { path -> [String]? in
          if case .keys(let keys) = path { keys } else { nil }
        }
        return [link.exportPath, link.keyExportPath].compactMap(\.self) + foreign
      }
      .filter { $0.count == 1 }.map { $0[0] }
  }
}

extension RecordEncoder {
  /// Encodes a record from memory or from the database. Writes nothing permanently.
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

  /// The differences between a record in memory and the server's last state of its row; `nil` if there is no row.
  private func patch(_ record: RecordBody, under wrapper: String?, _ db: ReadTransaction) throws -> Output? {
    guard let table = facts.table(of: record.entity),
      let row = try db.row(of: record.entity, key: record.key, facts)
    else {
      return nil
    }
    let unsent = try db.unsentChanges(of: RowName(table: table, key: record.key))
    if unsent?.isNew == true { return nil }
    var (old, new) = (row.values, row.values)
    // What the row only spells in another way stays as it is.
    let here = record.reread?(record.columns.map { row[$0] ?? .null })
    for (index, column) in row.columns.enumerated() {
      if let own = record.columns.firstIndex(of: column), here?[own] != record.values[own] {
        new[index] = record.values[own]
      }
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

  /// Rolls back the savepoint in which a record from memory was written to encode it.
  private struct Encoded: Error {
    var output: Output
  }
}

extension [JSONValue.Member] {
  /// Adds members; objects with the same name become one. What both have is there once: a part of the key, the word for the
  /// record's entity.
  fileprivate mutating func join(_ others: [JSONValue.Member]) {
    for other in others {
      guard let index = firstIndex(where: { $0.key == other.key }) else {
        append(other)
        continue
      }
      if case .object(var own) = self[index].value, case .object(let more) = other.value {
        own.join(more)
        self[index] = .init(other.key, .object(own))
      } else {
        self[index] = other
      }
    }
  }
}
