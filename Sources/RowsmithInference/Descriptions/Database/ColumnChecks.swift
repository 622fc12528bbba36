/// The values that `CHECK (status IN ('draft', 'sent'))` allows, by the column name in lowercase.
struct ColumnChecks {
  private(set) var values: [String: [String]] = [:]

  init(_ sql: String) {
    for match in sql.matches(
      of: /(?i)CHECK\s*\(\s*["`\[]?(\w+)["`\]]?\s+IN\s*\(\s*((?:'(?:[^']|'')*'\s*,?\s*)+)\)\s*\)/)
    {
      let list = match.output.2.matches(of: /'((?:[^']|'')*)'/).map { $0.output.1.replacing("''", with: "'") }
      let areNames = list.allSatisfy { $0.contains { $0.isLetter || $0.isNumber } }
      if list.count > 1, areNames { values[match.output.1.lowercased()] = list.map { String($0) } }
    }
  }
}
