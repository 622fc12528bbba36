/// Columns of text: words aligned to the left, numbers and the titles above them to the right.
struct TextTable {
  var rows: [[String]]

  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
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
