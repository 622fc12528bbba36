import Rowsmith
import RowsmithClient

extension ReadTransaction {
  /// Whether two values of a column are the same to the server, which spells numbers and dates and orders members in its own way.
  func isSame(_ one: StoredValue, _ other: StoredValue, _ name: String, in table: SyncedTable) -> Bool {
    if one == other { return true }
    guard one != .null, other != .null, let column = table.columns.first(where: { $0.name == name }),
      column.targets.isEmpty
    else { return false }
    // What cannot be spelled is not the same as anything else.
    guard let first = try? spelling(of: one, column: name, of: table.plan.name),
      let second = try? spelling(of: other, column: name, of: table.plan.name)
    else { return false }
    return first.means(second)
  }
}

extension JSONValue {
  /// Whether two values differ in spelling only.
  fileprivate func means(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let one), .number(let two)):
      if let one = Int64(one), let two = Int64(two) { return one == two }
      return one == two || double == other.double
    case (.array(let one), .array(let two)):
      return one.count == two.count && zip(one, two).allSatisfy { $0.means($1) }
    case (.object(let one), .object(let two)):
      return Set(one.map(\.key)) == Set(two.map(\.key))
        && one.allSatisfy { member in
          guard let mine = self[member.key], let theirs = other[member.key] else { return false }
          return mine.means(theirs)
        }
    default: return self == other
    }
  }
}
