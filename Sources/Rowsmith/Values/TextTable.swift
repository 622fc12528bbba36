import RowsmithSchema

/// A table as text: words are aligned left, numbers and their titles right. Every cell is escaped to one line and cut to a
/// maximum width.
package struct TextTable {
  private let rows: [[String]]

  /// Longer texts are values and keys from a document; their start is enough.
  private static let maximumWidth = 120

  /// Creates a table; the first row has the titles.
  package init(rows: [[String]]) {
    self.rows = rows.map { row in
      row.map { $0.escapedForDisplay().truncated(toWidth: TextTable.maximumWidth) }
    }
  }

  /// The table, one line per row.
  package var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].displayWidth : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.displayWidth)
        if isNumeric(column) { return space + cell }
        return column == row.count - 1 ? cell : cell + space
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }

  private func isNumeric(_ column: Int) -> Bool {
    rows.last.map { column < $0.count && Int($0[column]) != nil } ?? false
  }
}
