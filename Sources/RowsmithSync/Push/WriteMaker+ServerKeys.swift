import Rowsmith
import RowsmithClient

extension WriteMaker {
  /// The links of a new row that are sent after it, by column: to itself, or to others in a circle that the server does not have.
  func laterLinks(of local: LocalRow, _ db: ReadTransaction) throws -> [String: RowID] {
    guard local.kind == .made, context.model.keys.concern(table.plan.name) else { return [:] }
    var links: [String: RowID] = [:]
    for column in table.columns {
      guard let value = local.values[column.name], let (target, key) = column.link(value),
        let other = context.model[target], context.model.keys.attribute(of: other.plan.name) != nil,
        isInCircle || target == table.name && key == local.key,
        try db.serverCopy(key, in: other)?.serverKey == nil
      else { continue }
      links[column.name] = RowID(table: target, key: key)
    }
    return links
  }

  /// Replaces references to other records by the keys that the server gave those.
  ///
  /// - Parameter later: the rows to which the record refers once they have such keys.
  /// - Throws: ``SyncError`` if the server does not have another referenced record.
  func giveServerKeys(to write: inout SyncWrite, later: Set<RowID>, in db: ReadTransaction) throws {
    guard !table.isLinks, context.model.keys.concern(table.plan.name) else { return }
    write.base = try translated(write.base, in: db) { _, _ in nil }
    let missing: (String, RowID?) throws -> JSONValue? = { target, row in
      if let row, later.contains(row) { return nil }
      throw SyncError(
        .refused,
        "it refers to a record of \(target) that the server does not have yet, and is sent after that")
    }
    write.record = try translated(write.record, in: db, orElse: missing)
    write.changes = try translated(write.changes, in: db, orElse: missing)
  }

  private func translated(
    _ bytes: [UInt8], in db: ReadTransaction, orElse missing: (_ target: String, RowID?) throws -> JSONValue?
  ) throws -> [UInt8] {
    guard !bytes.isEmpty, let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else {
      return bytes
    }
    let keys = context.model.keys
    let translated = try keys.translated(json, of: table.plan.name) { target, id in
      guard let table = context.model.named(target) else { return try missing(target, nil) }
      let key = try db.value(of: id, column: table.keys[0], of: target)
      guard let found = try db.serverCopy(key, in: table)?.serverKey else {
        return try missing(target, RowID(table: table.name, key: key))
      }
      return keys.json(found, of: target)
    }
    return Array(translated.text.utf8)
  }
}
