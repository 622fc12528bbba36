package import RowsmithSchema

/// Collects which of some values a document gives as the rows have them already. An import does not write those, so that no
/// change tells that they were given.
///
/// Used by the importing thread; its creator reads it after the import, in the same transaction.
package final class ConfirmedValues: @unchecked Sendable {
  /// A value that the document gives.
  package struct Value: Sendable, Hashable {
    /// The name of the table.
    package var table: String
    /// The key of the row, as one value.
    package var key: StoredValue
    /// The name of the column.
    package var column: String
    /// The value of the column.
    package var value: StoredValue
  }

  /// Finds the values to look for: the name of a table, the key of a row as one value, and the name of a column.
  let statement: String
  /// The values that were given. The document may give another value after that.
  package private(set) var found: [Value] = []

  /// Creates an empty collection.
  ///
  /// - Parameter statement: finds the values to look for. Its columns: the name of a table, the key of a row as one value, and
  ///   the name of a column.
  package init(among statement: String) { self.statement = statement }

  func reset() { found = [] }

  func add(_ value: Value) { found.append(value) }
}

/// The values of a table's rows for which an import looks.
final class WatchedRows {
  /// A row, and the slots of its values that were not given yet.
  private struct Watched {
    var key: StoredValue
    var slots: [Int]
  }

  private let table: TableMapping
  private let confirmed: ConfirmedValues
  private var rows: [Int64: Watched] = [:]

  init(of table: TableMapping, for confirmed: ConfirmedValues) {
    self.table = table
    self.confirmed = confirmed
  }

  /// Looks for a value of a row.
  func add(_ slot: Int, of row: Int64, key: StoredValue) {
    rows[row, default: Watched(key: key, slots: [])].slots.append(slot)
  }

  /// Notes which values a record gives that its row has already.
  ///
  /// - Parameter row: the row, with the rowid before its columns.
  func note(_ id: Int64, _ row: Statement, _ cells: UnsafePointer<Cell>) {
    guard let watched = rows[id] else { return }
    let given = watched.slots.filter { slot in
      cells[slot].kind != .missing && row.column(slot + 1, equals: cells[slot])
    }
    if given.isEmpty { return }
    for slot in given {
      let column = table.layout.columns[slot].name
      confirmed.add(
        .init(table: table.name, key: watched.key, column: column, value: row.value(at: slot + 1)))
    }
    rows[id]?.slots.removeAll(where: given.contains)
  }
}

extension ImportSession {
  /// Finds the rows of which values are looked for: see `ImportOptions.confirmed`.
  func watchValues() throws {
    guard let confirmed = options.confirmed else { return }
    confirmed.reset()
    let list = try connection.prepareForReuse(confirmed.statement)
    while try list.step() {
      guard let name = list.text(at: 0), let table = mapping.entity(name)?.table, table.name == name,
        let slot = list.text(at: 2).flatMap({ table.slots[$0] })
      else { continue }
      let key = list.value(at: 1)
      let writer = applier.writers[table.index]
      guard let row = try writer.findRow(key: KeyCoding.decode(key, count: table.keySlots.count)) else {
        continue
      }
      let watched = writer.watched ?? WatchedRows(of: table, for: confirmed)
      writer.watched = watched
      watched.add(slot, of: row, key: key)
    }
  }
}
