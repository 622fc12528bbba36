import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// Makes the write for a row that was changed here.
struct WriteMaker {
  let context: SyncContext
  let table: SyncedTable
  /// Whether the row refers to others that refer to it, none of which the server has.
  var isInCircle = false

  /// The write; `nil` if nothing differs after all.
  ///
  /// - Throws: `ExportError`, `StoreError`.
  func make(_ local: LocalRow, _ copy: ServerCopy?, _ db: ReadTransaction) throws -> SyncWrite? {
    guard var write = try inOurKeys(local, copy, db) else { return nil }
    write.serverKey = copy?.serverKey
    try giveServerKeys(to: &write, later: Set(try laterLinks(of: local, db).values), in: db)
    return write
  }

  private func inOurKeys(_ local: LocalRow, _ copy: ServerCopy?, _ db: ReadTransaction) throws -> SyncWrite? {
    let isThere = try db.hasRow(local.key, in: table)
    let id = try self.id(of: local.key, db)
    let key = UUID().uuidString.lowercased()
    let serverHasIt = copy?.isThere == true
    // What is left out would stay as it was, there or on other devices. What came inside another record is not
    // known whole: only what was emptied here is empty there.
    let nulls: ExportOptions.Nulls = copy?.state == .there ? .written : .omitted
    switch (local.kind, isThere) {
    case (.deleted, _), (.changed, false):
      guard serverHasIt || copy?.state == .making else { return nil }
      return SyncWrite(
        .delete, in: table.collection, id: id, base: try base(of: local, id, db), version: copy?.version,
        idempotencyKey: key)
    case (.made, false): return nil
    case (.made, true):
      let record = try whole(local.key, id, nulls, db)
      // Without any, those at the server are taken away.
      let none: [UInt8]? = serverHasIt && table.permissions != nil ? Array("{}".utf8) : nil
      return SyncWrite(
        serverHasIt ? .change : .create, in: table.collection, id: id, record: record, changes: record,
        version: copy?.version, permissions: try permissions(local.key, db) ?? none, idempotencyKey: key)
    case (.changed, true):
      // A value that was changed back, but sent in between, has to be sent again.
      let changed = local.changes.filter { name, change in
        let value = local.values[name]
        return value != change.base || change.sent.map { $0 != value } ?? false
      }.map(\.key)
      if changed.isEmpty { return nil }
      var write = SyncWrite(
        .change, in: table.collection, id: id, record: try whole(local.key, id, nulls, db),
        changes: try members(changed, of: local.key, db), base: try base(of: local, id, db),
        version: copy?.version, idempotencyKey: key)
      if nulls == .omitted { write.record = SyncWrite.whole(write.record, with: write.changes) }
      if let column = table.permissions, changed.contains(column) {
        // Without any, those at the server are taken away.
        write.permissions = try permissions(local.key, db) ?? Array("{}".utf8)
      }
      if context.rules.defects.contains(.fullPut) {
        write.changes = write.record
        write.version = nil
      }
      return write
    }
  }

  /// The id of a record: its key as text.
  func id(of key: StoredValue, _ db: ReadTransaction) throws -> String {
    if table.isLinks {
      // Another client may have made it under another id.
      if let known = try db.serverCopy(key, in: table)?.serverKey { return known }
      return LinkID.make(of: key)
    }
    if let spelling = try spelling(of: key, db) { return spelling }
    switch try db.spelling(of: key, column: table.keys[0], of: table.plan.name) {
    case .string(let text): return text
    case .number(let digits): return digits
    case let other: return other.text
    }
  }

  /// The server's spelling of a key; `nil` if that is its spelling here.
  private func spelling(of key: StoredValue, _ db: ReadTransaction) throws -> String? {
    guard context.model.keys.attribute(of: table.plan.name) == nil else { return nil }
    return try db.serverCopy(key, in: table)?.serverKey
  }

  private func whole(
    _ key: StoredValue, _ id: String, _ nulls: ExportOptions.Nulls, _ db: ReadTransaction
  ) throws -> [UInt8] {
    guard !table.isLinks else {
      let keys = KeyCoding.decode(key, count: 2).map(LinkID.text)
      let json = JSONValue.object([
        .init("id", .string(id)), .init("source", .string(keys.first ?? "")),
        .init("target", .string(keys.last ?? "")),
      ])
      return Array(json.text.utf8)
    }
    var options = options()
    options.nulls = nulls
    let record = try export(key, options, db)
    guard try spelling(of: key, db) != nil,
      var json = try? JSONValue(parsing: String(decoding: record, as: UTF8.self))
    else { return record }
    json.set(.string(id), at: table.collection.key)
    return Array(json.text.utf8)
  }

  /// The changed members of a record, with `null` for values that are empty now.
  private func members(_ columns: [String], of key: StoredValue, _ db: ReadTransaction) throws -> [UInt8] {
    var options = options()
    options.nulls = .written
    options.only = Set(
      withNeighbours(columns).flatMap { name in table.columns.first { $0.name == name }?.exported ?? [name] }
    ).sorted().map { [$0] }
    return try export(key, options, db)
  }

  /// Columns and lists, with those that are in the same arrays: a server replaces an array as a whole.
  private func withNeighbours(_ names: [String]) -> [String] {
    let arrays = names.flatMap(places(of:)).compactMap(\.array)
    if arrays.isEmpty { return names }
    let others = table.columns.map(\.name) + table.lists.map(\.name)
    return names
      + others.filter { name in
        places(of: name).contains { place in arrays.contains { place.starts(with: $0) } }
      }
  }

  /// Where the JSON that is sent may have a column or a list.
  private func places(of name: String) -> [[String]] {
    guard let column = table.columns.first(where: { $0.name == name }) else {
      return table.lists.first { $0.name == name }?.paths ?? []
    }
    return column.targets.isEmpty ? Array(column.paths.prefix(1)) : column.paths
  }

  private func options() -> ExportOptions {
    var options = ExportOptions()
    options.isForServer = true
    options.toMany = .omitted
    options.keys =
      table.lists.map { [$0.name] }
      + table.columns.filter { !$0.targets.isEmpty }.flatMap(\.exported).map { [$0] }
    options.omitted = ((table.permissions.map { [$0] } ?? []) + table.plan.neverSent).map { [$0] }
    return options
  }

  private func export(_ key: StoredValue, _ options: ExportOptions, _ db: ReadTransaction) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try db.exportJSON(entity: table.plan.name, keys: [[key]], options: options) { bytes += $0 }
    // The export is an array of one record.
    guard let open = bytes.firstIndex(of: UInt8(ascii: "{")),
      let close = bytes.lastIndex(of: UInt8(ascii: "}"))
    else {
      return Array("{}".utf8)
    }
    return Array(bytes[open...close])
  }

  private func permissions(_ key: StoredValue, _ db: ReadTransaction) throws -> [UInt8]? {
    guard let column = table.permissions, case .text(let text)? = try db.values(of: key, in: table)?[column]
    else {
      return nil
    }
    return Array(text.utf8)
  }
}

extension [String] {
  /// The path of the array in which a key path has a position; `nil` without one.
  fileprivate var array: ArraySlice<String>? {
    dropFirst().firstIndex { Int($0) != nil }.map { self[..<$0] }
  }
}
