import Rowsmith
import TestSupport

/// A column, and what a record has in it.
struct RandomField<Root: Record, Value: ColumnValue> {
  /// What every column can be asked.
  enum Equality {
    case equal(Value)
    case notEqual(Value)
    case isNil
    case isNotNil
    case isIn([Value])
    case isInOrNil([Value])
  }

  /// What a column whose values have an order can be asked.
  enum Bounds {
    case less(Value)
    case lessOrEqual(Value)
    case greater(Value)
    case greaterOrEqual(Value)
    case closed(Value, Value)
    case halfOpen(Value, Value)
  }

  let name: String
  let pool: [Value]
  let value: (Root) -> Value?
  private let equality: (Equality) -> Condition<Root>
  private var bounds: ((Bounds) -> Condition<Root>)?

  /// A column that is never empty.
  init(
    _ name: String, _ column: Column<Root, Value>, _ pool: [Value], _ value: @escaping (Root) -> Value
  ) {
    self.name = name
    self.pool = pool
    self.value = { root in value(root) }
    equality = { question in
      switch question {
      case .equal(let value): return column == value
      case .notEqual(let value): return column != value
      case .isNil: return .never
      case .isNotNil: return .always
      case .isIn(let values), .isInOrNil(let values): return column.isIn(values)
      }
    }
  }

  /// A column that may be empty.
  init(
    _ name: String, _ column: Column<Root, Value?>, _ pool: [Value], _ value: @escaping (Root) -> Value?
  ) {
    self.name = name
    self.pool = pool
    self.value = value
    equality = { question in
      switch question {
      case .equal(let value): return column == value
      case .notEqual(let value): return column != value
      case .isNil: return column == nil
      case .isNotNil: return column != nil
      case .isIn(let values): return column.isIn(values)
      case .isInOrNil(let values):
        var list: [Value?] = values
        list.append(nil)
        return column.isIn(list)
      }
    }
  }

  /// A random condition on equality.
  func equalityClause(_ draws: inout Draws) -> RandomClause<Root> {
    let one = draws.pick(pool)
    let list = draws.several(pool)
    let text = String(reflecting: one)
    switch draws.below(6) {
    case 0:
      return clause("== \(text)", .equal(one)) { value in value.map { isSame($0, one) } ?? false }
    case 1:
      return clause("!= \(text)", .notEqual(one)) { value in value.map { !isSame($0, one) } ?? true }
    case 2: return clause("== nil", .isNil) { $0 == nil }
    case 3: return clause("!= nil", .isNotNil) { $0 != nil }
    case 4:
      return clause("in \(list)", .isIn(list)) { value in
        guard let value else { return false }
        return list.contains { isSame($0, value) }
      }
    default:
      return clause("in nil, \(list)", .isInOrNil(list)) { value in
        guard let value else { return true }
        return list.contains { isSame($0, value) }
      }
    }
  }

  private func clause(
    _ text: String, _ question: Equality, _ holds: @escaping (Value?) -> Bool
  ) -> RandomClause<Root> {
    let value = self.value
    return RandomClause("\(name) \(text)", equality(question)) { holds(value($0)) }
  }
}

// Values that have an order.
extension RandomField where Value: Comparable {
  /// A column that is never empty.
  init(
    ordered name: String, _ column: Column<Root, Value>, _ pool: [Value], _ value: @escaping (Root) -> Value
  ) {
    self.init(name, column, pool, value)
    bounds = { question in
      switch question {
      case .less(let value): return column < value
      case .lessOrEqual(let value): return column <= value
      case .greater(let value): return column > value
      case .greaterOrEqual(let value): return column >= value
      case .closed(let low, let high): return column.isIn(low...high)
      case .halfOpen(let low, let high): return column.isIn(low..<high)
      }
    }
  }

  /// A column that may be empty.
  init(
    ordered name: String, _ column: Column<Root, Value?>, _ pool: [Value],
    _ value: @escaping (Root) -> Value?
  ) {
    self.init(name, column, pool, value)
    bounds = { question in
      switch question {
      case .less(let value): return column < value
      case .lessOrEqual(let value): return column <= value
      case .greater(let value): return column > value
      case .greaterOrEqual(let value): return column >= value
      case .closed(let low, let high): return column.isIn(low...high)
      case .halfOpen(let low, let high): return column.isIn(low..<high)
      }
    }
  }

  /// A random condition on equality or order.
  func clause(_ draws: inout Draws) -> RandomClause<Root> {
    if draws.below(2) == 0 { return equalityClause(&draws) }
    let one = draws.pick(pool)
    let text = String(reflecting: one)
    switch draws.below(5) {
    case 0: return clause("< \(text)", .less(one)) { isBefore($0, one) }
    case 1: return clause("<= \(text)", .lessOrEqual(one)) { isBefore($0, one) || isSame($0, one) }
    case 2: return clause("> \(text)", .greater(one)) { isBefore(one, $0) }
    case 3: return clause(">= \(text)", .greaterOrEqual(one)) { isBefore(one, $0) || isSame($0, one) }
    default: return rangeClause(&draws)
    }
  }

  private func rangeClause(_ draws: inout Draws) -> RandomClause<Root> {
    // A number that is none (NaN) bounds no range.
    let numbers = pool.filter { isSame($0, $0) }
    let (first, second) = (draws.pick(numbers), draws.pick(numbers))
    let (low, high) = first <= second ? (first, second) : (second, first)
    let (start, end) = (String(reflecting: low), String(reflecting: high))
    if draws.below(2) == 0 {
      return clause("in \(start)...\(end)", .closed(low, high)) {
        !isBefore($0, low) && !isBefore(high, $0)
      }
    }
    return clause("in \(start)..<\(end)", .halfOpen(low, high)) {
      !isBefore($0, low) && isBefore($0, high)
    }
  }

  /// Of an empty column, no such condition is true.
  private func clause(
    _ text: String, _ question: Bounds, _ holds: @escaping (Value) -> Bool
  ) -> RandomClause<Root> {
    let value = self.value
    return RandomClause("\(name) \(text)", bounds?(question) ?? .never) { root in
      value(root).map(holds) ?? false
    }
  }
}
