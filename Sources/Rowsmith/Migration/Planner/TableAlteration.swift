import RowsmithSchema

/// The alterations of a table that keeps its rows in place.
struct TableAlteration {
  var old: Layout.Table
  var new: Layout.Table
  /// The old and new names of columns.
  var renamedColumns: [(old: String, new: String)] = []
  var droppedColumns: [String] = []
  var addedColumns: [Layout.Column] = []

  /// Whether the table stays unchanged, apart from its indices.
  var isNothing: Bool {
    old.name == new.name && renamedColumns.isEmpty && droppedColumns.isEmpty && addedColumns.isEmpty
  }

  /// The new name of an old column that is kept.
  func name(of column: String) -> String { renamedColumns.first { $0.old == column }?.new ?? column }

  /// The old table after the alterations. `reference` maps its references.
  func result(_ reference: (Layout.Table.Reference) -> Layout.Table.Reference) -> Layout.Table {
    let names = Dictionary(renamedColumns.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
    let dropped = Set(droppedColumns)
    var table = old
    table.name = new.name
    table.columns = old.columns.filter { !dropped.contains($0.name) }.map { column in
      var column = column
      column.name = names[column.name] ?? column.name
      return column
    }
    table.columns += addedColumns
    table.key = old.key.map { names[$0] ?? $0 }
    table.references = old.references.map { old in
      var new = reference(old)
      new.columns = old.columns.map { names[$0] ?? $0 }
      return new
    }
    return table
  }
}
