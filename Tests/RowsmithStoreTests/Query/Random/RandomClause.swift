import Rowsmith
import TestSupport

/// A condition of a query, and the same in Swift.
struct RandomClause<Root: Record> {
  var text: String
  var condition: Condition<Root>
  var holds: (Root) -> Bool

  init(_ text: String, _ condition: Condition<Root>, _ holds: @escaping (Root) -> Bool) {
    self.text = text
    self.condition = condition
    self.holds = holds
  }

  var negated: RandomClause { RandomClause("!(\(text))", !condition) { !holds($0) } }

  func and(_ other: RandomClause) -> RandomClause {
    RandomClause("(\(text) && \(other.text))", condition && other.condition) {
      holds($0) && other.holds($0)
    }
  }

  func or(_ other: RandomClause) -> RandomClause {
    RandomClause("(\(text) || \(other.text))", condition || other.condition) {
      holds($0) || other.holds($0)
    }
  }
}

extension Draws {
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  /// One of the list, or `nil`.
  mutating func pickOptional<Element>(_ list: [Element]) -> Element? { below(3) == 0 ? nil : pick(list) }

  /// Some of the list, perhaps none; now and then so many that the query passes them as one JSON array.
  mutating func several<Element>(_ list: [Element]) -> [Element] {
    let few = (0..<below(5)).map { _ in pick(list) }
    return below(4) == 0 ? Array(repeatElement(few, count: 9).joined()) : few
  }
}

/// Whether two values are equal in the database: text by its bytes.
func isSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
  if let one = one as? String, let other = other as? String { return one.utf8.elementsEqual(other.utf8) }
  return one == other
}

/// Whether a value is less than another one in the database: text by its code points.
func isBefore<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
  if let one = one as? String, let other = other as? String {
    return one.utf8.lexicographicallyPrecedes(other.utf8)
  }
  return one < other
}

/// Negative if a value comes before another one, 0 if they are equal; `nil` comes first.
func compared<Value: Comparable>(_ one: Value?, _ other: Value?) -> Int {
  switch (one, other) {
  case (nil, nil): 0
  case (nil, _?): -1
  case (_?, nil): 1
  case (let one?, let other?): isBefore(one, other) ? -1 : isBefore(other, one) ? 1 : 0
  }
}

// Text.
extension RandomClause {
  /// What a text holds.
  static func text<Content: ColumnContent>(
    _ name: String, _ column: Column<Root, Content>, _ pool: [String], _ draws: inout Draws,
    _ value: @escaping (Root) -> String?
  ) -> RandomClause where Content.Present == String {
    let ignoresCase = draws.below(2) == 0
    // A combining accent alone is a code point, but no character.
    let pattern = draws.pick(ignoresCase ? pool : pool + ["\u{301}"])
    let operation = draws.pick(["contains", "hasPrefix", "hasSuffix", "equals"])
    let condition: Condition<Root> =
      switch operation {
      case "contains": column.contains(pattern, ignoringCase: ignoresCase)
      case "hasPrefix": column.hasPrefix(pattern, ignoringCase: ignoresCase)
      case "hasSuffix": column.hasSuffix(pattern, ignoringCase: ignoresCase)
      default: column.equals(pattern, ignoringCase: ignoresCase)
      }
    let sign = ignoresCase ? " ignoring case" : ""
    return RandomClause("\(name) \(operation) \(String(reflecting: pattern))\(sign)", condition) { root in
      guard let text = value(root) else { return false }
      return ignoresCase
        ? isMatch(Array(withoutCase(text)), Array(withoutCase(pattern)), operation)
        : isMatch(Array(text.utf8), Array(pattern.utf8), operation)
    }
  }
}

/// Without upper case; the sigma at the end of a word is one, too.
func withoutCase(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  for scalar in text.lowercased().unicodeScalars { scalars.append(scalar == "ς" ? "σ" : scalar) }
  return String(scalars)
}

private func isMatch<Element: Equatable>(
  _ text: [Element], _ pattern: [Element], _ operation: String
) -> Bool {
  switch operation {
  case "hasPrefix": return text.starts(with: pattern)
  case "hasSuffix": return text.reversed().starts(with: pattern.reversed())
  case "equals": return text == pattern
  default:
    guard pattern.count <= text.count else { return false }
    return (0...(text.count - pattern.count)).contains { text.dropFirst($0).starts(with: pattern) }
  }
}
