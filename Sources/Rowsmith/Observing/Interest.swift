/// Tables that were written.
enum TouchedTables: Sendable {
  case all
  case some(Set<String>)

  static let none = TouchedTables.some([])

  mutating func formUnion(_ other: TouchedTables) {
    guard case .some(let own) = self, case .some(let others) = other else {
      self = .all
      return
    }
    self = .some(own.union(others))
  }
}

/// What a value depends on, and whether that was written since the value was read.
struct Interest: Sendable {
  /// The tables that the value was read from; nil while that is not known.
  private var tables: Set<String>?
  private var touched = TouchedTables.all
  /// Whether the observation has ended.
  var isFinished = false

  mutating func touch(_ tables: TouchedTables) { touched.formUnion(tables) }

  /// Says that a value was read from these tables.
  mutating func settle(_ tables: Set<String>) { self.tables = tables }

  /// Begins to read where that is necessary: true; false where there is nothing to be read any more. What is
  /// written from now on counts for the next time.
  mutating func beginReading() -> Bool? {
    if isFinished { return false }
    switch touched {
    case .some(let written) where tables.map { $0.isDisjoint(with: written) } ?? written.isEmpty:
      touched = .none
      return nil
    default:
      touched = .none
      tables = nil
      return true
    }
  }
}
