import Rowsmith
import RowsmithAPI
import RowsmithSchema

extension API {
  /// The names of the routes that delete records.
  var deletions: [String] { routes.filter { $0.deletes != nil }.map(\.name) }

  /// The names of the routes that send records.
  var sending: [String] { routes.filter { $0.sends != nil }.map(\.name) }

  /// Whether a queued request sends its record, rather than a body of its own for which the record fills in the path.
  func sendsRecord(_ row: QueueRow) -> Bool {
    route(row.item.route)?.sends != nil && row.given == nil && row.file == nil
  }

  /// Whether a queued request makes a record at the server: a POST or PUT that sends one.
  func makesRecord(_ row: QueueRow) -> Bool {
    guard let found = route(row.item.route), found.sends != nil else { return false }
    let method = row.arguments.method.flatMap(RouteMethod.init) ?? found.method
    return method == .post || method == .put
  }
}

/// Decides which requests are blocked by others.
struct QueueDependencies {
  let api: API
  let facts: ModelFacts

  /// Whether a request is blocked: by an earlier one for the same record or path, or because the server has not yet given a key
  /// to its record or to one that the record refers to.
  func isBlocked(_ row: QueueRow, _ db: WriteTransaction) throws -> Bool {
    try isBehindAnother(row, db) || lacksKey(row, db)
  }

  /// The same, and what it waits for; `nil` if it is not blocked.
  func blocked(_ row: QueueRow, _ db: WriteTransaction) throws -> BlockedRequests.Item? {
    if try isBehindAnother(row, db) {
      // The keys of records that were made here change, so these count as waiting for one.
      let isLocal = row.item.key.contains(where: LocalKey.isLocal)
      return BlockedRequests.Item(id: row.item.id, group: isLocal ? nil : BlockedRequests.Group(row, api))
    }
    return try lacksKey(row, db) ? BlockedRequests.Item(id: row.item.id, group: nil) : nil
  }

  /// Whether an earlier request for the same record or path is in the way.
  private func isBehindAnother(_ row: QueueRow, _ db: WriteTransaction) throws -> Bool {
    if let entity = row.item.entity, let table = facts.table(of: entity) {
      let family = facts.entities(in: table)
      // A request blocked until the record is created must not block the one that creates it.
      let isMaking = !row.isFrozen && !needsOwnKey(row)
      let holds = { (other: QueueRow) -> Bool in !isMaking || other.isFrozen || !needsOwnKey(other) }
      // Mostly the first one does, and there may be many.
      let first = try earlier(row, family, db, limit: 1)
      if first.contains(where: holds) { return true }
      return try !first.isEmpty && earlier(row, family, db, limit: 50).contains(where: holds)
    }
    return try isBehindItsLike(row, db)
  }

  /// Whether the server has not yet given a key that a request needs.
  private func lacksKey(_ row: QueueRow, _ db: WriteTransaction) throws -> Bool {
    // A frozen request is sent unchanged, so it does not depend on keys that may still change.
    if row.isFrozen { return false }
    // The server does not know a local key in the path or query.
    if try refersToLocalKey(row, db) || needsOwnKey(row) { return true }
    return try refersToUnknown(row, db) || listsUnknown(row, db)
  }

  /// The first of the earlier requests for the record of a request.
  private func earlier(
    _ row: QueueRow, _ family: [String], _ db: ReadTransaction, limit: Int
  ) throws -> [QueueRow] {
    try db.queueRows(
      facts,
      // A refused body of its own says nothing of a record that has only filled in its path, unless it deletes that.
      where: """
        id < ?1 AND key = ?2 AND entity IN (SELECT value FROM json_each(?3)) AND NOT (state = 'refused'
        AND (given IS NOT NULL OR file IS NOT NULL) AND route NOT IN (SELECT value FROM json_each(?4)))
        """,
      [
        .integer(row.item.id), KeyCoding.encode(row.item.key),
        .text(JSONValue.array(family.map(JSONValue.string)).text),
        .text(JSONValue.array((api.sending + api.deletions).map(JSONValue.string)).text),
      ], limit: limit)
  }

  /// Whether the path or query has the local key of a new record. A negative number that is the key of none is a number like any
  /// other: a vote of -1. A text that is the key of no record here is not waited for: its request is set aside.
  private func refersToLocalKey(_ row: QueueRow, _ db: ReadTransaction) throws -> Bool {
    try row.arguments.localKeys.contains { try db.mayGetKey(for: $0, facts) }
  }

  /// Whether an earlier request without a record goes to the same path and is unanswered: the later one must have the last word.
  /// Two POST requests are independent, as each creates something new.
  private func isBehindItsLike(_ row: QueueRow, _ db: ReadTransaction) throws -> Bool {
    guard let path = api.route(row.item.route)?.path else { return false }
    let isPost = method(of: row) == .post
    let routes = api.routes.filter { $0.path == path && !(isPost && $0.methods == [.post]) }.map(\.name)
    if routes.isEmpty { return false }
    let earlier = try db.queueRows(
      facts,
      where: """
        id < ?1 AND entity IS NULL AND state <> 'refused' AND route IN (SELECT value FROM json_each(?2)) AND
        json_extract(arguments, '$.path') IS (SELECT json_extract(arguments, '$.path') FROM _rowsmith_queue WHERE id = ?1)
        """,
      [.integer(row.item.id), .text(JSONValue.array(routes.map(JSONValue.string)).text)],
      limit: isPost ? -1 : 1)
    return earlier.contains { !(method(of: $0) == .post && isPost) }
  }

  private func method(of row: QueueRow) -> RouteMethod? {
    row.arguments.method.flatMap(RouteMethod.init) ?? api.route(row.item.route)?.method
  }

  /// Whether the path has a part of the record's own key that the server has not given yet.
  private func needsOwnKey(_ row: QueueRow) -> Bool {
    guard let entity = row.item.entity, let route = api.route(row.item.route) else { return false }
    let local = facts.localKeyColumns(of: entity, row.item.key)
    return route.path.placeholders.contains { name in
      row.arguments.path[name] == nil && facts.column(of: name, in: entity).map(local.contains) == true
    }
  }

  /// Whether a record refers to one that the server does not know yet.
  private func refersToUnknown(_ row: QueueRow, _ db: ReadTransaction) throws -> Bool {
    guard let entity = row.item.entity else { return false }
    return try references(of: entity, row.item.key, db).contains {
      try db.unsentChanges(of: $0)?.isNew == true
    }
  }

  /// The other records that a record refers to.
  private func references(of entity: String, _ key: [StoredValue], _ db: ReadTransaction) throws -> [RowName]
  {
    guard let record = try db.row(of: entity, key: key, facts) else { return [] }
    return facts.toOneTargets(of: facts.ownEntity(of: record, entity)).compactMap { target in
      let named = target.columns.compactMap { record[$0] }
      guard named.count == target.columns.count, !named.contains(.null) else { return nil }
      // A record may refer to itself.
      if named == key, facts.table(of: entity) == target.table { return nil }
      return RowName(table: target.table, key: named)
    }
  }

  /// Whether a list that the request sends names a record that the server does not know yet, and that has a request of its
  /// own.
  private func listsUnknown(_ row: QueueRow, _ db: WriteTransaction) throws -> Bool {
    guard let entity = row.item.entity, let table = facts.table(of: entity), api.sendsRecord(row) else {
      return false
    }
    let owner = RowName(table: table, key: row.item.key)
    let isNew = try db.unsentChanges(of: owner)?.isNew == true
    let isWhole = isNew || method(of: row) != .patch
    let own = try db.row(of: entity, key: row.item.key, facts).map { facts.ownEntity(of: $0, entity) }
    for list in isWhole ? facts.linkLists(of: own ?? entity, owner) : try db.unsentLists(of: owner, facts) {
      guard let target = facts.target(of: list.name, in: list.entity)?.target,
        let items = facts.table(of: target)
      else { continue }
      for key in try db.linkedKeys(list.relationship, of: owner.key) {
        let item = RowName(table: items, key: key)
        guard item != owner, try db.unsentChanges(of: item)?.isNew == true, try hasRequest(item, db) else {
          continue
        }
        // Two new records that wait for each other would wait for ever.
        var seen: Set<RowName> = [item]
        if isNew, try waits(item, for: owner, &seen, db) { continue }
        return true
      }
    }
    return false
  }

  /// Whether a new record waits for another one, directly or through other new records.
  private func waits(
    _ row: RowName, for owner: RowName, _ seen: inout Set<RowName>, _ db: WriteTransaction
  ) throws -> Bool {
    // A request with a local key in its path or query may wait for that of the owner.
    if try requests(of: row, db).contains(where: { try !$0.isFrozen && refersToLocalKey($0, db) }) {
      return true
    }
    for entity in facts.entities(in: row.table) {
      var others = try references(of: entity, row.key, db)
      for list in facts.linkLists(of: entity, row) {
        guard let items = facts.target(of: list.name, in: list.entity).flatMap({ facts.table(of: $0.target) })
        else { continue }
        others += try db.linkedKeys(list.relationship, of: row.key).map { RowName(table: items, key: $0) }
      }
      for other in others {
        if other == owner { return true }
        guard seen.insert(other).inserted, try db.unsentChanges(of: other)?.isNew == true else { continue }
        if try waits(other, for: owner, &seen, db) { return true }
      }
    }
    return false
  }

  /// Whether a record has a request by which the server can get to know it.
  private func hasRequest(_ name: RowName, _ db: ReadTransaction) throws -> Bool {
    try requests(of: name, db).contains { $0.isFrozen || !needsOwnKey($0) }
  }

  private func requests(of name: RowName, _ db: ReadTransaction) throws -> [QueueRow] {
    try db.queueRows(facts, where: "key = ?", [KeyCoding.encode(name.key)])
      .filter { $0.item.entity.flatMap(facts.table) == name.table }
  }
}
