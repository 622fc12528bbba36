import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

extension PageApplier {
  /// A page, sorted by what is to be done.
  struct Sorted: Sendable {
    var live: [Keyed] = []
    var tombstones: [Keyed] = []
    /// Records that a member of their JSON marks as deleted.
    var signed: [Keyed] = []
    /// Keys of records that have not changed.
    var known: [StoredValue] = []
    /// Records in a state from before the server accepted a local write.
    var doubtful: [String] = []
    var report = SyncReport()
  }

  /// Finds out what is new in a page. Only a sync changes the server copies, so they may be read before the transaction.
  ///
  /// - Parameter report: what is to be said of the page already.
  func sort(_ records: [SyncRecord], _ together: Together, _ report: SyncReport) async throws -> Sorted {
    try await context.store.read { db in
      var sorted = Sorted(report: report)
      let knowsSome = try !db.rows(
        "SELECT 1 FROM _rowsmith_sync_rows WHERE entity = ? LIMIT 1", [.text(table.name)]
      ).isEmpty
      // A record that comes twice in a page has changed in between. One link may have several records.
      var last: [StoredValue: Int] = [:]
      var keyed: [Keyed?] = []
      for record in records {
        do {
          guard let key = try key(of: record, db) else { continue }
          let one = table.isLinks ? StoredValue.text(record.id) : key
          if let earlier = last[one], let other = keyed[earlier]?.record {
            // The newer of the two states counts, even if it came first.
            if isOlder(record, than: other) { continue }
            keyed[earlier] = nil
          }
          last[one] = keyed.count
          keyed.append(Keyed(record: record, key: key))
        } catch let error as ImportError {
          sorted.report.note(unreadable: record, error.message, in: table)
        }
      }
      let hasTaken = try db.hasTakenWrites(in: table)
      for case let item? in keyed {
        let copy = knowsSome ? try db.serverCopy(item.key, in: table) : nil
        if let copy, !together.isForced, !together.forced.contains(item.record.id),
          try isOther(item, copy) ? isKnown(other: item, copy, db) : isKnown(item.record, copy)
        {
          switch hasTaken ? try doubt(item, copy, together, db) : .none {
          case .none: sorted.known.append(item.key)
          case .content: sorted.live.append(item)
          case .age:
            sorted.known.append(item.key)
            sorted.doubtful.append(item.record.id)
          }
        } else if item.record.isDeleted {
          sorted.tombstones.append(item)
        } else if isSigned(item.record) {
          sorted.signed.append(item)
        } else {
          sorted.live.append(item)
        }
      }
      return sorted
    }
  }

  /// Whether a member of a record marks it as deleted. Such a record is not imported: that would apply delete rules, as the
  /// client that deleted it has done.
  private func isSigned(_ record: SyncRecord) -> Bool {
    let heads = table.deletionSigns.compactMap(\.path.first)
    // Few records have such a member with a value.
    guard !heads.isEmpty, let members = JSONParts.members(heads, of: record.json[...]),
      members.contains(where: { $0.map { !$0.elementsEqual("null".utf8) } ?? false }),
      let json = try? JSONValue(parsing: String(decoding: record.json, as: UTF8.self))
    else { return false }
    return table.deletionSigns.contains { $0.holds(in: json) }
  }

  /// The local key of a record; `nil` for the tombstone of a link that was never here.
  private func key(of record: SyncRecord, _ db: ReadTransaction) throws -> StoredValue? {
    guard table.isLinks else {
      let key = try db.value(of: record.id, column: table.keys[0], of: table.plan.name)
      // A tombstone may have only the server's key, from which another key was derived.
      if record.isDeleted, let serverKey = record.serverKey, try db.serverCopy(key, in: table) == nil,
        let known = try db.key(ofServerKey: serverKey, in: table)
      {
        return known
      }
      return key
    }
    let members = RecordMembers(record.json)
    let keys: (source: String, target: String)?
    if let source = members["source"], let target = members["target"] {
      keys = (source, target)
    } else if let known = try db.key(ofServerKey: record.id, in: table)
      ?? db.key(ofOtherID: record.id, in: table)
    {
      return known
    } else {
      keys = LinkID.keys(record.id)
    }
    guard let keys else {
      // Only the record itself says which link it is, if another client has made its id.
      if record.isDeleted { return nil }
      throw ImportError(
        .invalidValue, "expected 'source' and 'target' in a record of a link, found neither")
    }
    return KeyCoding.encode(try linkKey(keys.source, keys.target, db))
  }

  /// Both keys of a link, as stored in its table.
  private func linkKey(_ source: String, _ target: String, _ db: ReadTransaction) throws -> [StoredValue] {
    let entities = table.linkEntities
    return [
      try db.value(of: source, column: entities.sourceKey, of: entities.source),
      try db.value(of: target, column: entities.targetKey, of: entities.target),
    ]
  }

  /// Whether a state of a record is known to be older than another.
  private func isOlder(_ record: SyncRecord, than other: SyncRecord) -> Bool {
    if context.server.guarantees.hasOrderedVersions, let new = record.version.flatMap(Int64.init),
      let old = other.version.flatMap(Int64.init), new != old
    {
      return new < old
    }
    if let new = record.modified, let old = other.modified { return new < old }
    return false
  }

  /// Whether a record of a link is another one than that whose version is known: several clients may have made the
  /// link, each under an id of its own.
  private func isOther(_ item: Keyed, _ copy: ServerCopy) -> Bool {
    guard table.isLinks else { return false }
    // A version before did not note the ids of links that others have made.
    if copy.state != .there { return !item.record.isDeleted && copy.serverKey == nil && !isOwnID(item) }
    return item.record.id != copy.serverKey ?? LinkID.make(of: item.key)
  }

  /// Whether nothing is new in a record of a link that is there under another id, too. Versions of the two cannot be
  /// compared.
  private func isKnown(other item: Keyed, _ copy: ServerCopy, _ db: ReadTransaction) throws -> Bool {
    guard copy.state == .there, !item.record.isDeleted else { return false }
    return try db.otherIDs(of: item.key, in: table).contains(item.record.id)
  }

  /// Whether this state of a record, or a later one, has been applied already.
  private func isKnown(_ record: SyncRecord, _ copy: ServerCopy) -> Bool {
    if [.making, .hidden, .embedded].contains(copy.state) { return false }
    if record.isDeleted && copy.state == .deleted { return true }
    // The versions of a record that was created again may start over.
    if copy.state == .deleted, let new = record.modified, let old = copy.modified,
      !context.rules.defects.contains(.noTombstones)
    {
      return new < old
    }
    if let version = record.version, let known = copy.version {
      if version == known { return record.isDeleted == (copy.state == .deleted) }
      if context.server.guarantees.hasOrderedVersions, let new = Int64(version), let old = Int64(known) {
        return new < old && !(copy.state == .deleted && context.rules.defects.contains(.noTombstones))
      }
    }
    if copy.state == .deleted, context.rules.defects.contains(.noTombstones) { return false }
    if let new = record.modified, let old = copy.modified, new < old { return true }
    return false
  }
}
