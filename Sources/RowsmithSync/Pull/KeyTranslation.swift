import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Replaces server keys in pulled records by the keys that the referenced records have here.
struct KeyTranslation {
  let context: SyncContext
  let table: SyncedTable
  /// Local keys by server keys, by entity, of records that are being applied.
  var known: [String: [String: String]]

  private typealias Wanted = [String: Set<String>]

  /// The records with local keys. Referenced records that are not known here are fetched and applied first.
  ///
  /// - Parameter report: gets what happens to those, and which cannot be fetched.
  /// - Throws: `StoreError`, ``SyncError``.
  func ours(_ records: [SyncRecord], _ report: inout SyncReport) async throws -> [SyncRecord] {
    let keys = context.model.keys
    let entity = table.plan.name
    guard !table.isLinks, keys.concern(entity) else { return records }
    let parsed = records.map { record in
      record.isDeleted ? nil : try? JSONValue(parsing: String(decoding: record.json, as: UTF8.self))
    }
    var wanted = Wanted()
    for json in parsed {
      for other in json.map({ keys.named(in: $0, of: entity) }) ?? [] {
        wanted[other.target, default: []].insert(other.key)
      }
    }
    let found = try await find(wanted, among: records, &report)
    return zip(records, parsed).map { record, json in
      guard let json else { return record }
      var record = record
      let translated = keys.translated(json, of: entity) { target, key in
        found[target]?[key].map(JSONValue.string)
      }
      record.json = Array(translated.text.utf8)
      return record
    }
  }

  /// The local keys of referenced records, by their server keys.
  private func find(
    _ wanted: Wanted, among records: [SyncRecord], _ report: inout SyncReport
  ) async throws -> [String: [String: String]] {
    var found = known
    for record in records {
      if let key = record.serverKey { found[table.plan.name, default: [:]][key] = record.id }
    }
    for (target, keys) in wanted.sorted(by: { $0.key < $1.key }) {
      guard let other = context.model.named(target) else { continue }
      let unknown = keys.filter { found[target]?[$0] == nil }.sorted()
      let here = try await context.store.read { db in
        let maker = WriteMaker(context: context, table: other)
        return try unknown.compactMap { key -> (String, String)? in
          try db.key(ofServerKey: key, in: other).map { (key, try maker.id(of: $0, db)) }
        }
      }
      found[target, default: [:]].merge(here) { $1 }
      let missing = unknown.filter { found[target]?[$0] == nil }
      if missing.isEmpty { continue }
      var failed: Set<String> = []
      let came = try await read(missing, in: other, &report, &failed)
      for record in came { if let key = record.serverKey { found[target, default: [:]][key] = record.id } }
      // A later pull finds these records unchanged, so it does not count them.
      report.add(try await PageApplier(context: context, table: other).apply(came, .init(keys: found)))
      let hidden = missing.filter { found[target]?[$0] == nil }
      if !hidden.isEmpty {
        found[target, default: [:]].merge(try await keep(hidden, failed, in: other)) { $1 }
      }
    }
    return found
  }

  /// Reads records by the server's keys; one by one if an error concerns one of them. Those that cannot be read count as hidden:
  /// the records that lead to them are not to blame.
  ///
  /// - Parameter failed: gets their keys, as they are asked for again.
  func read(
    _ serverKeys: [String], in other: SyncedTable, _ report: inout SyncReport, _ failed: inout Set<String>
  ) async throws -> [SyncRecord] {
    var outage: SyncError?
    do {
      return try await context.server.read(serverKeys: serverKeys, in: other.collection)
    } catch let error as SyncError where error.reason == .forbidden {
      return []
    } catch let error as SyncError where error.mayBeOfOneRecord {
      if serverKeys.count == 1 {
        report.setAside.append(.init(error, of: serverKeys[0], in: other.collection.name))
        failed.insert(serverKeys[0])
        return []
      }
      if error.reason == .interrupted { outage = error }
    }
    var found: [SyncRecord] = []
    var failures = 0
    for key in serverKeys.shuffled() {
      found += try await read([key], in: other, &report, &failed)
      failures = failed.contains(key) ? failures + 1 : 0
      // So many in a row are no single records.
      if let outage, failures == Puller.failuresInARow { throw outage }
    }
    return found
  }
}

extension KeyTranslation {
  /// Makes local keys for records that the server names but does not show, so that references to them stay, here and when sent.
  ///
  /// - Parameter failed: those that are asked for again by the next sync.
  private func keep(_ hidden: [String], _ failed: Set<String>, in other: SyncedTable) async throws
    -> [String: String]
  {
    try await context.write(.pull, "noting what is hidden") { db in
      var keys: [String: String] = [:]
      for serverKey in hidden {
        let id = NamedUUID.ofRecord(serverKey, in: other.plan.collection)
        let key = try db.value(of: id, column: other.keys[0], of: other.plan.name)
        let modified: Int64? = failed.contains(serverKey) ? -1 : nil
        try db.noteServerCopy(
          ServerCopy(modified: modified, state: .hidden, serverKey: serverKey), of: key, in: other)
        keys[serverKey] = id
      }
      return keys
    }
  }
}

extension WriteTransaction {
  /// Redirects references from the key of a hidden record to the record, once the server shows it.
  func takePlaceOfHidden(_ serverKey: String, _ key: StoredValue, in table: SyncedTable) throws {
    let hidden = try rows(
      "SELECT key FROM _rowsmith_sync_rows WHERE entity = ? AND server_key = ? AND key IS NOT ? AND state = 3",
      [.text(table.name), .text(serverKey), key]
    ).compactMap(\.values.first)
    for old in hidden {
      for reference in table.references {
        let column = DDL.quoted(reference.column)
        try run(
          "UPDATE \(DDL.quoted(reference.table)) SET \(column) = ?1 WHERE \(column) = ?2", [key, old])
        if let choice = reference.choice {
          try takePlace(of: old, key, in: reference, choice)
          continue
        }
        for value in ["base", "sent"] {
          try run(
            "UPDATE _rowsmith_sync_values SET \(value) = ?1 WHERE entity = ?3 AND name = ?4 AND \(value) = ?2",
            [key, old, .text(reference.table), .text(reference.column)])
        }
      }
      for reference in table.references {
        try run(
          "DELETE FROM _rowsmith_unresolved WHERE reference = ? AND key = ?", [.text(reference.name), old])
      }
      try forgetServerCopy(of: old, in: table)
    }
  }

  /// Recorded values of links to one of several entities have the key beside the type.
  private func takePlace(
    of old: StoredValue, _ key: StoredValue, in reference: SyncedTable.Reference,
    _ choice: SyncedTable.Reference.Choice
  ) throws {
    for value in ["base", "sent"] {
      // Where SQLite looks at a value before its name, it may be no JSON.
      let link = "CASE WHEN json_valid(\(value)) THEN \(value) END"
      try run(
        "UPDATE _rowsmith_sync_values SET \(value) = json_set(\(value), '$.id', ?1) WHERE entity = ?3 AND name = ?4 "
          + "AND json_extract(\(link), '$.id') = ?2 AND json_extract(\(link), '$.type') = ?5",
        [key, old, .text(reference.table), .text(choice.name), .text(choice.entity)])
    }
  }
}

extension ReadTransaction {
  /// The key of the row that has a server key.
  func key(ofServerKey key: String, in table: SyncedTable) throws -> StoredValue? {
    try rows(
      "SELECT key FROM _rowsmith_sync_rows WHERE entity = ? AND server_key = ?",
      [.text(table.name), .text(key)]
    ).first?.values.first
  }
}
