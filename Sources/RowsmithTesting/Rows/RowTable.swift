import Foundation
import Rowsmith
import RowsmithSchema

/// Rows as text for people to read and tests to compare.
struct RowTable: Hashable {
  /// The names of the columns.
  var columns: [String]
  /// The cells of each row.
  var rows: [[String]]

  init(columns: [String], rows: [[StoredValue]]) {
    self.columns = columns.map(RowTable.escaped)
    self.rows = rows.map { $0.map(RowTable.cell) }
  }

  /// Parses a table: lines with bars between the cells. Frame lines, and space around cells, are ignored.
  init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).compactMap { line -> [String]? in
      let line = line.trimmingCharacters(in: .whitespaces)
      guard line.hasPrefix("│") || line.hasPrefix("|") else { return nil }
      let cells = line.split(omittingEmptySubsequences: false) { $0 == "│" || $0 == "|" }
      return cells.dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
    }
    columns = lines.first ?? []
    rows = Array(lines.dropFirst())
  }

  /// The table with a frame around it.
  var text: String {
    let widths = columns.indices.map { column in
      ([columns] + rows).map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    func rule(_ left: String, _ middle: String, _ right: String) -> String {
      left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right
    }
    let lines = ([columns] + rows).map { row in line(row, widths) }
    return ([rule("┌", "┬", "┐"), lines[0], rule("├", "┼", "┤")] + lines.dropFirst() + [rule("└", "┴", "┘")])
      .joined(separator: "\n")
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = cells.enumerated().map { column, cell in
      cell
        + String(
          repeating: " ", count: max(0, (widths.indices.contains(column) ? widths[column] : 0) - cell.count))
    }
    return "│ \(padded.joined(separator: " │ ")) │"
  }

  /// A value as a cell. Text is in quotes if it could be mistaken for something else.
  private static func cell(_ value: StoredValue) -> String {
    switch value {
    case .null: return "NULL"
    case .integer(let number): return "\(number)"
    case .real(let number): return "\(number)"
    case .blob(let bytes): return "x'\(bytes.map { String(format: "%02x", $0) }.joined())'"
    case .text(let text):
      let escaped = escaped(text)
      let isPlain =
        escaped == text && text != "NULL" && !text.isEmpty && Double(text) == nil
        && text.trimmingCharacters(in: .whitespaces) == text && !text.hasPrefix("'") && !text.hasPrefix("x'")
      return isPlain ? text : "'\(escaped)'"
    }
  }

  /// Text without bars and line breaks, as in a Swift literal.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "|", "│", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}":
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    .joined()
  }

  /// The difference from another table, line by line; `nil` if they are equal.
  func difference(from expected: RowTable) -> String? {
    if self == expected { return nil }
    let widths = columns.indices.map { column in
      ([columns, expected.columns] + rows + expected.rows).map {
        $0.indices.contains(column) ? $0[column].count : 0
      }
      .max() ?? 0
    }
    let found = [columns] + rows
    let wanted = [expected.columns] + expected.rows
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in found.difference(from: wanted) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var (one, other) = (0, 0)
    while one < wanted.count || other < found.count {
      if removed.contains(one) {
        lines.append("- \(line(wanted[one], widths))")
        one += 1
      } else if inserted.contains(other) {
        lines.append("+ \(line(found[other], widths))")
        other += 1
      } else {
        lines.append("  \(line(found[other], widths))")
        one += 1
        other += 1
      }
    }
    return lines.joined(separator: "\n")
  }
}
