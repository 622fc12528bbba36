import RowsmithSchema

/// Everything a database holds, in an order that does not depend on how it got there.
struct DatabaseImage: Hashable {
  struct Table: Hashable {
    var name: String
    var columns: [String]
    var rows: [[StoredValue]]
  }

  static let pendingColumns = ["relationship", "target", "source", "position"]

  var tables: [Table]

  /// The tables that differ, as boxes side by side under each other.
  static func difference(_ name: String, _ image: DatabaseImage, _ otherName: String, _ other: DatabaseImage)
    -> String
  {
    var text = ""
    for table in image.tables {
      guard let counterpart = other.tables.first(where: { $0.name == table.name }), counterpart != table
      else {
        continue
      }
      text += "\(name) \(table.box)\(otherName) \(counterpart.box)"
    }
    return text
  }

  var boxes: String { tables.filter { !$0.rows.isEmpty }.map(\.box).joined() }
}

extension DatabaseImage.Table {
  /// The table drawn with lines.
  var box: String {
    let cells = [columns] + rows.map { $0.map(\.cell) }
    let widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    let line = { (left: String, middle: String, right: String) in
      left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right + "\n"
    }
    let lines = cells.map { row in
      "│"
        + zip(row, widths).map { " " + $0 + String(repeating: " ", count: $1 - $0.count + 1) + "│" }.joined()
        + "\n"
    }
    return name + "\n" + line("┌", "┬", "┐") + lines[0] + line("├", "┼", "┤") + lines.dropFirst().joined()
      + line("└", "┴", "┘")
  }
}

extension StoredValue {
  /// The value as a box shows it.
  var cell: String {
    switch self {
    case .null: "·"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): "'\(text)'"
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
