public import Rowsmith
import RowsmithClient
import RowsmithSchema

/// The state of a record with respect to the server.
public enum SyncState: Sendable, Hashable {
  /// It equals the server's last state.
  case synced
  /// It has unsent changes.
  case unsent
  /// A request was sent and has no answer yet.
  case sending
  /// The server has refused it, with this message. It is not sent again until it is retried, changed or discarded; or, if the
  /// server has not refused it but failed at it ten times, with a status such as 500, or at giving the record that it is in
  /// conflict with, until an hour has passed.
  case setAside(status: Int?, message: String)
  /// Both sides have changed it, and the conflict is open.
  case inConflict
}

/// The request for the state of one record, for `fetch` and `observe`.
public struct SyncStateRequest: ReadRequest {
  let table: String
  let key: StoredValue

  /// Reads the state.
  public func fetch(_ db: ReadTransaction) throws -> SyncState {
    if try !db.rows(
      "SELECT 1 FROM _rowsmith_conflicts WHERE entity = ? AND key = ? AND winner IS NULL LIMIT 1",
      [.text(table), key]
    ).isEmpty {
      return .inConflict
    }
    let unsent = try db.rows(
      "SELECT at FROM _rowsmith_sync_unsent WHERE entity = ? AND key = ?", [.text(table), key]
    ).first
    let items = try db.rows(
      "SELECT state, status, message, revision FROM _rowsmith_queue WHERE lane = 'sync' AND entity = ? AND key = ? ORDER BY id DESC",
      [.text(table), key])
    if let item = items.first {
      if item.text("state") == "sending" { return .sending }
      if let unsent, let at = unsent.integer("at"), item.integer("revision") ?? 0 >= at {
        return .setAside(status: item.integer("status"), message: item.text("message") ?? "")
      }
    }
    return unsent == nil ? .synced : .unsent
  }
}

/// A record with unsent changes.
public struct UnsentRecord: Sendable, Hashable {
  /// The entity, or `Note.tags` for links.
  public var entity: String
  /// The record's key as text.
  public var id: String
  /// The kind of change to send.
  public var kind: SyncWrite.Kind
  /// The columns and lists that differ from the server's last state, sorted; empty for a creation or deletion.
  public var changed: [String]
  /// The state of the record.
  public var state: SyncState

  /// Creates an unsent record.
  public init(
    entity: String, id: String, kind: SyncWrite.Kind, changed: [String] = [], state: SyncState = .unsent
  ) {
    self.entity = entity
    self.id = id
    self.kind = kind
    self.changed = changed
    self.state = state
  }
}

/// The request for all records with unsent changes, in the order in which they would be sent.
public struct UnsentRecords: ReadRequest {
  let context: SyncContext
  let limit: Int

  /// Reads the records.
  public func fetch(_ db: ReadTransaction) throws -> [UnsentRecord] {
    var records: [UnsentRecord] = []
    let tables = context.model.tables.filter(\.isPushed)
    for (table, kinds) in tables.map({ ($0, "kind <> 3") }) + tables.reversed().map({ ($0, "kind = 3") }) {
      let keys = try db.rows(
        "SELECT key FROM _rowsmith_sync_unsent WHERE entity = ? AND \(kinds) ORDER BY key LIMIT ?",
        [.text(table.name), .integer(Int64(limit - records.count))]
      ).compactMap(\.values.first)
      for key in keys {
        guard let local = try db.localRow(key, in: table), let write = try write(of: local, in: table, db)
        else { continue }
        let changed = local.changes.filter { local.values[$0.key] != $0.value.base }.map(\.key).sorted()
        records.append(
          UnsentRecord(
            entity: table.collection.name, id: write.id, kind: write.kind,
            changed: write.kind == .change ? changed : [],
            state: try SyncStateRequest(table: table.name, key: key).fetch(db)))
      }
      if records.count >= limit { break }
    }
    return records
  }

  /// The write for a row; without content if it cannot be encoded.
  private func write(of local: LocalRow, in table: SyncedTable, _ db: ReadTransaction) throws -> SyncWrite? {
    let maker = WriteMaker(context: context, table: table)
    do {
      return try maker.make(local, try db.serverCopy(local.key, in: table), db)
    } catch is ExportError {
    } catch let error as SyncError where error.reason == .refused {}
    let kind: SyncWrite.Kind = local.kind == .made ? .create : local.kind == .changed ? .change : .delete
    return SyncWrite(
      kind, in: table.collection, id: (try? maker.id(of: local.key, db)) ?? "", idempotencyKey: "")
  }
}
