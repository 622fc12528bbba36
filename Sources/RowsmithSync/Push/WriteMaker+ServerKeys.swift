import Rowsmith
import RowsmithClient

extension WriteMaker {
  /// Replaces references to other records by the keys that the server gave those.
  ///
  /// - Throws: ``SyncError`` if the server does not have a referenced record.
  func giveServerKeys(to write: inout SyncWrite, in db: ReadTransaction) throws {
    guard !table.isLinks, context.model.keys.concern(table.plan.name) else { return }
    write.base = try translated(write.base, in: db) { _ in nil }
    let missing: (String) throws -> JSONValue? = { target in
      throw SyncError(
        .refused,
        "it refers to a record of \(target) that the server does not have yet, and is sent after that")
    }
    write.record = try translated(write.record, in: db, orElse: missing)
    write.changes = try translated(write.changes, in: db, orElse: missing)
  }

  private func translated(
    _ bytes: [UInt8], in db: ReadTransaction, orElse missing: (_ target: String) throws -> JSONValue?
  ) throws -> [UInt8] {
    guard !bytes.isEmpty, let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else {
      return bytes
    }
    let keys = context.model.keys
    let translated = try keys.translated(json, of: table.plan.name) { target, id in
      guard let table = context.model.named(target) else { return try missing(target) }
      let key = try db.value(of: id, column: table.keys[0], of: target)
      guard let found = try db.serverCopy(key, in: table)?.serverKey else { return try missing(target) }
      return keys.json(found, of: target)
    }
    return Array(translated.text.utf8)
  }
}
