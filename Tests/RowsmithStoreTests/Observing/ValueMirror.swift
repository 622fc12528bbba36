import RowsmithSchema
import Testing

@testable import Rowsmith

/// The rows of every table that has a key, kept from changes with their values alone.
struct ValueMirror {
  /// By entity, by key.
  var rows: [String: [[StoredValue]: [StoredValue]]] = [:]

  mutating func apply(_ changes: [RowChange]) {
    for change in changes where !change.key.isEmpty {
      let before = rows[change.entity]?[change.formerKey ?? change.key]
      #expect(before == change.oldValues, "\(change)")
      #expect((change.kind == .inserted) == (change.oldValues == nil))
      #expect((change.kind == .deleted) == (change.newValues == nil))
      #expect(!change.changedColumns.isEmpty || change.kind == .merged)
      if let former = change.formerKey {
        rows[change.entity]?[former] = nil
        #expect((change.kind == .merged) == (rows[change.entity]?[change.key] != nil), "\(change)")
      }
      rows[change.entity, default: [:]][change.key] = change.newValues
    }
    for (name, own) in rows where own.isEmpty { rows[name] = nil }
  }

  static func stored(_ store: Store) throws -> [String: [[StoredValue]: [StoredValue]]] {
    var rows: [String: [[StoredValue]: [StoredValue]]] = [:]
    for table in store.model.layout.tables where !table.key.isEmpty {
      let names = table.columns.map(\.name)
      for row in try store.rows(sql: "SELECT * FROM \(DDL.quoted(table.name))") {
        var entity = table.name
        if case .text(let name)? = row["entityName"], table.entities.count > 1 { entity = name }
        rows[entity, default: [:]][table.key.compactMap { row[$0] }] = names.compactMap { row[$0] }
      }
    }
    return rows
  }
}
