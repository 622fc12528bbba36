import Rowsmith
import RowsmithClient
import RowsmithSchema

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
    case (.number(let one), .number(let two)): return PlainNumber.isSame(one, two)
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

/// A number without what only spells it: zeros at its ends, and where its point is.
private struct PlainNumber: Hashable {
  var isNegative = false
  var digits: [UInt8] = []
  /// How many of the digits are before the point.
  var point = 0

  /// `nil` if the text is not a JSON number.
  init?(_ text: String) {
    var text = text
    let isNumber = text.withUTF8 { utf8 -> Bool in
      guard let number = NumberScan(utf8, .json) else { return false }
      let significant = number.significant
      if significant.isEmpty { return true }
      isNegative = number.isNegative
      digits = significant.map { number.digit($0) }
      point = number.pointIndex - significant.lowerBound
      return true
    }
    if !isNumber { return nil }
  }

  /// Whether two texts are the same number, or one of them is all that a Double keeps of the other, as on some servers.
  static func isSame(_ one: String, _ two: String) -> Bool {
    if let one = Int64(one), let two = Int64(two) { return one == two }
    guard let first = PlainNumber(one), let second = PlainNumber(two) else { return one == two }
    if first == second { return true }
    guard let double = Double(one), double == Double(two), let kept = PlainNumber("\(double)") else {
      return false
    }
    return first == kept || second == kept
  }
}
