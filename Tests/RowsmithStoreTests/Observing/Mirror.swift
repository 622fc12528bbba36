import RowsmithSchema
import Testing

@testable import Rowsmith

/// The rows of every table by key, kept from change sets; of a row that a set names, the columns are read.
struct Mirror {
  /// A row: which it is, and what is in it.
  typealias Rows = [[StoredValue]: [StoredValue]]

  let store: Store
  /// By entity, and by link table.
  var rows: [String: Rows] = [:]
  /// Whether sets are applied at once, so that they can be held to what they say.
  var isStrict = true

  init(store: Store) { self.store = store }

  mutating func apply(_ set: ChangeSet) throws {
    #expect(set.isComplete)
    let stored = try Mirror.stored(store)
    for changes in set.entities where changes.isComplete {
      let name = changes.entity
      // At once: the row of one key may go to that of another.
      if isStrict { for rekey in changes.rekeyed { #expect(rows[name]?[rekey.from] != nil) } }
      for rekey in changes.rekeyed { rows[name]?[rekey.from] = nil }
      for rekey in changes.rekeyed { rows[name, default: [:]][rekey.to] = stored[name]?[rekey.to] }
      apply(
        changes.entity, stored, inserted: changes.inserted, updated: changes.updated, deleted: changes.deleted
      )
    }
    for changes in set.links {
      let keys = { (links: [ChangeSet.LinkChanges.Link]) in links.map { $0.source + $0.target } }
      apply(
        changes.relationship, stored, inserted: keys(changes.added), updated: keys(changes.moved),
        deleted: keys(changes.removed))
    }
  }

  private mutating func apply(
    _ name: String, _ stored: [String: Rows], inserted: [[StoredValue]], updated: [[StoredValue]],
    deleted: [[StoredValue]]
  ) {
    for key in deleted {
      if isStrict { #expect(rows[name]?[key] != nil && stored[name]?[key] == nil) }
      rows[name]?[key] = nil
    }
    for key in inserted {
      if isStrict { #expect(rows[name]?[key] == nil && stored[name]?[key] != nil) }
      rows[name, default: [:]][key] = stored[name]?[key]
    }
    for key in updated {
      if isStrict { #expect(rows[name]?[key] != nil && stored[name]?[key] != nil) }
      rows[name, default: [:]][key] = stored[name]?[key]
    }
    if rows[name]?.isEmpty == true { rows[name] = nil }
  }

  /// What is stored. Entities without a key are left out.
  static func stored(_ store: Store) throws -> [String: Rows] {
    try store.read { db in
      let connection = try db.connection()
      var rows: [String: Rows] = [:]
      for table in db.session.model.layout.tables where !table.key.isEmpty {
        let others = table.columns.map(\.name).filter { !table.key.contains($0) && $0 != "entityName" }
        let entity = table.entities.count > 1 ? "\"entityName\"" : DDL.literal(.text(table.name))
        let found = try all(
          connection, "SELECT \(entity), \(DDL.list(table.key + others)) FROM \(DDL.quoted(table.name))")
        for row in found {
          guard case .text(let name) = row[0] else { continue }
          rows[name, default: [:]][Array(row[1...table.key.count])] = Array(
            row.dropFirst(1 + table.key.count))
        }
      }
      for link in db.session.model.layout.linkTables {
        let key = (link.sourceColumns + link.targetColumns).map(\.name)
        let sql = "SELECT \(DDL.list(key)), \"position\" FROM \(DDL.quoted(link.name))"
        for row in try all(connection, sql) {
          let name = "\(link.sourceEntity).\(link.relationship)"
          rows[name, default: [:]][Array(row.dropLast())] = Array(row.suffix(1))
        }
      }
      return rows
    }
  }

  private static func all(_ connection: Connection, _ sql: String) throws -> [[StoredValue]] {
    let statement = try connection.prepare(sql)
    let row = Row(statement: statement.handle, entity: "")
    var rows: [[StoredValue]] = []
    while try statement.step() { rows.append((0..<row.count).map { statement.value(at: $0) }) }
    return rows
  }
}
