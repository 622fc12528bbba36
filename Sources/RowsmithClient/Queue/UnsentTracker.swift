import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// Tracks local changes to rows that are sent, and preserves them when an answer has the earlier state.
///
/// Writes by the app are local changes. Imports are not, as their data comes from a server.
final class UnsentTracker: SelectiveParticipant {
  let entities: Set<String>?
  private let facts: ModelFacts
  /// The entities that are sent to the server, with those that extend them.
  private let sent: Set<String>
  /// The columns that are never sent, by table.
  private let localColumns: [String: Set<String>]
  /// The relationships that no JSON has: `Article.comments`.
  private let localRelationships: Set<String>
  /// The routes that delete records.
  private let deletions: [String]

  init?(api: API, schema: Schema, facts: ModelFacts) {
    let graph = SchemaGraph(schema)
    let sending = api.routes.filter { !$0.method.isSafe }.compactMap(\.sends)
    sent = Set(sending.flatMap { [$0] + graph.descendants(of: $0).map(\.name) })
    if sent.isEmpty { return nil }
    entities = sent
    self.facts = facts
    deletions = api.deletions
    var localColumns: [String: Set<String>] = [:]
    for entity in schema.entities {
      guard let table = facts.table(of: entity.name) else { continue }
      for attribute in entity.attributes where attribute.isLocal || attribute.exportPath == nil {
        localColumns[table, default: []].insert(attribute.name)
      }
      for link in entity.relationships where link.cardinality == .toOne && link.exportPath == nil {
        localColumns[table, default: []].formUnion(facts.columns(of: link.name, in: entity.name))
      }
    }
    self.localColumns = localColumns
    localRelationships = Set(
      schema.entities.flatMap { entity in
        entity.relationships.filter { $0.exportPath == nil }.map { "\(entity.name).\($0.name)" }
      })
  }

  /// Whether another tracker of the same store notes the same. Each would take for an edit what the other restores.
  func notesTheSame(as other: UnsentTracker) -> Bool {
    sent == other.sent && localColumns == other.localColumns
      && localRelationships == other.localRelationships && deletions == other.deletions
  }

  func isNeeded(for origin: ChangeOrigin, _ finds: (String) throws -> Bool) throws -> Bool {
    origin == .local ? true : try finds("SELECT 1 FROM _rowsmith_unsent LIMIT 1")
  }

  func willCommit(_ changes: TransactionChanges, in db: WriteTransaction) throws {
    var tracker = LinkTracker(facts: facts, sent: sent, localRelationships: localRelationships, db: db)
    try changes.forEachRow { change in
      guard sent.contains(change.entity), let table = facts.table(of: change.entity), !change.key.isEmpty
      else { return }
      let row = RowName(table: table, key: change.key)
      if change.kind == .deleted { tracker.deleted.insert(row) }
      if let former = change.formerKey, former != change.key {
        tracker.renamed[RowName(table: table, key: former)] = change.key
        try db.renameItem(RowName(table: table, key: former), to: change.key, facts)
      }
      switch change.origin {
      case .local: try noteLocal(change, row, db)
      case .server: try keepLocal(change, row, db)
      // One that was created here goes with its owner.
      case .takeover where change.kind == .deleted: try forgetDeleted(row, db)
      // A record whose key has its parent's in it gets another key with its parent.
      case .takeover: try followKey(change, row, db)
      default: if change.kind == .deleted { try forgetForeign(change, row, db) }
      }
    }
    try tracker.note(try changes.links())
  }

  private func noteLocal(_ change: RowChange, _ row: RowName, _ db: WriteTransaction) throws {
    switch change.kind {
    case .inserted: try db.noteNew(row)
    case .deleted: try forgetDeleted(row, db)
    case .rekeyed, .merged: try followKey(change, row, db)
    case .updated: try noteColumns(change, row, db)
    }
  }

  /// Forgets what is noted about a deleted row, and the requests that it makes needless.
  private func forgetDeleted(_ row: RowName, _ db: WriteTransaction) throws {
    let isNew = try db.unsentChanges(of: row)?.isNew == true
    try db.forgetUnsent(row)
    // For a row that was created here and never sent, the server need not be told.
    // A deletion that waits is that of the record before it, or of one that the server may have made.
    if isNew {
      try db.dropWaiting(of: row, entities: facts.entities(in: row.table), except: deletions)
    }
  }

  /// Forgets what is unsent of a row that is of another entity of its family now, as far as that does not have it. An import of
  /// the app may have made it that.
  private func forgetForeign(_ change: RowChange, _ row: RowName, _ db: WriteTransaction) throws {
    guard let unsent = try db.unsentChanges(of: row),
      let now = try db.row(of: row.table, key: row.key, facts), let entity = now.text("entityName"),
      entity != change.entity
    else { return }
    guard sent.contains(entity) else { return try db.forgetUnsent(row) }
    for list in unsent.links where !facts.shares(list, of: change.entity, entity) {
      try forget(list, of: row, db)
    }
    for column in unsent.base.keys.sorted() where !facts.has(column, in: entity) {
      try forget(column, of: row, db)
    }
    try db.tidyUnsent(row)
  }

  /// Moves what is noted about a row, and its requests, to its new key.
  private func followKey(_ change: RowChange, _ row: RowName, _ db: WriteTransaction) throws {
    guard let former = change.formerKey, former != row.key else { return }
    let old = RowName(table: row.table, key: former)
    try db.moveUnsent(old, to: row.key)
    try db.moveQueue(old, to: row.key, facts)
  }

  private func noteColumns(_ change: RowChange, _ row: RowName, _ db: WriteTransaction) throws {
    let columns = change.changedColumns.filter { column in
      localColumns[row.table]?.contains(column) != true && facts.isSent(column, in: change.entity)
    }
    if columns.isEmpty { return }
    let revision = try db.noteChanged(row)
    for column in columns {
      try db.noteValue(
        column, from: change.old(column) ?? .null, to: change.new(column) ?? .null, of: row,
        revision: revision)
    }
    try db.tidyUnsent(row)
  }

  /// Restores unsent values after an answer that has the earlier ones.
  private func keepLocal(_ change: RowChange, _ row: RowName, _ db: WriteTransaction) throws {
    guard let unsent = try db.unsentChanges(of: row) else { return }
    switch change.kind {
    case .deleted:
      // A record that is of another entity of its family now counts as deleted and inserted.
      if let now = try db.row(of: row.table, key: row.key, facts), let entity = now.text("entityName"),
        entity != change.entity
      {
        guard sent.contains(entity) else { return try db.forgetUnsent(row) }
        try keepLocal(change, row, unsent, as: entity, now, db)
      } else if unsent.isNew {
        try db.restore(change, in: row.table)
      } else {
        try db.forgetUnsent(row)
      }
    case .rekeyed, .merged:
      try db.restore(unsent.base.keys.sorted(), of: change, in: row, facts)
    case .updated where unsent.isNew: try db.restore(change.changedColumns, of: change, in: row, facts)
    case .updated:
      let columns = change.changedColumns.filter { unsent.base.keys.contains($0) }
      for column in columns { try db.noteAnswered(column, change.new(column) ?? .null, of: row) }
      let others = try noteOtherParts(change, row, unsent, db) { change.new($0) ?? .null }
      try db.restore(columns + others, of: change, in: row, facts)
    case .inserted: break
    }
  }

  /// Notes the other parts of values with unsent parts that one side has removed and the other changed: parts of both would
  /// be half a value, which nobody can read. Likewise the other columns of links with unsent ones: those of both would lead to
  /// a third record, or to two. It stays as a whole until it has been sent.
  ///
  /// - Parameter new: returns the server's value of a column.
  /// - Returns: the columns of those parts that the server has changed.
  private func noteOtherParts(
    _ change: RowChange, _ row: RowName, _ unsent: UnsentChanges, _ db: WriteTransaction,
    _ new: (String) -> StoredValue
  ) throws -> [String] {
    let old = { (name: String) -> StoredValue in change.old(name) ?? .null }
    var others: [String] = []
    for names in facts.values(in: row.table) where names.contains(where: { unsent.base[$0] != nil }) {
      let isHere = names.contains { old($0) != .null }
      let isThere = names.contains { new($0) != .null }
      if isHere == isThere { continue }
      others += names.filter { name in
        unsent.base[name] == nil && old(name) != new(name) && !others.contains(name)
          && localColumns[row.table]?.contains(name) != true
      }
    }
    for names in facts.links(in: row.table) where names.contains(where: { unsent.base[$0] != nil }) {
      others += names.filter { unsent.base[$0] == nil && old($0) != new($0) }
    }
    if others.isEmpty { return [] }
    let revision = try db.noteChanged(row)
    for column in others {
      try db.noteValue(column, from: new(column), to: old(column), of: row, revision: revision)
    }
    return others
  }

  /// Restores the unsent values that the entity has of which the server has made a record. It does not have the others, nor
  /// their lists.
  private func keepLocal(
    _ change: RowChange, _ row: RowName, _ unsent: UnsentChanges, as entity: String, _ now: ResultRow,
    _ db: WriteTransaction
  ) throws {
    for list in unsent.links where !facts.shares(list, of: change.entity, entity) {
      try forget(list, of: row, db)
    }
    if unsent.isNew {
      // Nothing of it is the server's.
      let keys = facts.keyColumns(of: entity)
      let shared = change.columns.filter {
        !keys.contains($0) && facts.has($0, in: entity) && facts.has($0, in: change.entity)
      }
      return try db.restore(shared, of: change, in: row, facts)
    }
    var kept: [String] = []
    for column in unsent.base.keys.sorted() {
      if facts.has(column, in: entity) {
        kept.append(column)
        // What the answer does not have is as it was here, which says nothing of the server.
        let value = now[column] ?? .null
        if value == change.old(column) { continue }
        try db.noteAnswered(column, value, of: row)
      } else {
        try forget(column, of: row, db)
      }
    }
    let others = try noteOtherParts(change, row, unsent, db) { name in
      facts.has(name, in: entity) ? now[name] ?? .null : change.old(name) ?? .null
    }
    try db.restore(kept + others, of: change, in: row, facts)
    try db.tidyUnsent(row)
  }

  /// Forgets what is noted about a column or a list of a row.
  private func forget(_ name: String, of row: RowName, _ db: WriteTransaction) throws {
    try db.run(
      "DELETE FROM _rowsmith_unsent_values WHERE entity = ?1 AND key = ?2 AND name = ?3",
      row.values + [.text(name)])
  }
}

extension ModelFacts {
  /// Whether a column belongs to an attribute or to-one relationship of an entity.
  func isSent(_ column: String, in entity: String) -> Bool {
    switch source(of: column, in: entity) {
    case .attribute, .relationship: true
    case .position, .entityName, .rowIdentifier, nil: false
    }
  }
}

extension WriteTransaction {
  /// Inserts a deleted row again.
  fileprivate func restore(_ change: RowChange, in table: String) throws {
    guard let values = change.oldValues else { return }
    let names = change.columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let places = change.columns.map { _ in "?" }.joined(separator: ", ")
    try run("INSERT OR IGNORE INTO \"\(table)\" (\(names)) VALUES (\(places))", values)
  }

  /// Restores the old values of columns.
  fileprivate func restore(
    _ columns: [String], of change: RowChange, in row: RowName, _ facts: ModelFacts
  ) throws {
    try set(columns.map { ($0, change.old($0) ?? .null) }, of: change.entity, key: row.key, facts)
  }
}
