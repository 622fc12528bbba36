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

/// The tables that a value depends on, and whether they were written since it was read.
struct Interest: Sendable {
  /// The tables that the value was read from; `nil` while they are not known.
  private var tables: Set<String>?
  private var touched = TouchedTables.all
  /// Whether the observation has ended.
  var isFinished = false

  mutating func touch(_ tables: TouchedTables) { touched.formUnion(tables) }

  /// Records the tables that the value was read from.
  mutating func settle(_ tables: Set<String>) { self.tables = tables }

  /// Starts a read if one is needed. Writes from now on count for the next read.
  ///
  /// - Returns: `true` to read; `nil` if the value is current; `false` if the observation has ended.
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
