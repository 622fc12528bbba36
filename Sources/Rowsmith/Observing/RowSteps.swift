import RowsmithSchema

/// Combines the journal entries of one row into changes: consecutive entries with the same origin are one change.
struct RowSteps {
  /// A change, without its entity and key.
  struct Step {
    var kind: RowChange.Kind
    var origin: Int64
    var old: [StoredValue]?
    var new: [StoredValue]?
    var formerKey: [StoredValue]?
  }

  private var done: [Step] = []
  /// The last change, whose new values are not known yet.
  private var current: Step?

  var isEmpty: Bool { done.isEmpty && current == nil }
  /// Whether the row exists after the last entry.
  var endsWithRow: Bool { current.map { $0.kind != .deleted } ?? false }

  mutating func add(
    _ entry: JournalSource.Entry, origin: Int64, old: [StoredValue]?, formerKey: [StoredValue]?
  ) {
    switch entry {
    case .inserted:
      if let step = current, step.kind == .deleted, step.origin == origin {
        current?.kind = .updated
      } else {
        end(old: nil)
        current = Step(kind: .inserted, origin: origin)
      }
    case .updated:
      if let step = current, step.origin == origin { return }
      end(old: old)
      current = Step(kind: .updated, origin: origin, old: old)
    case .deleted:
      switch current {
      case let step? where step.origin == origin && step.kind == .inserted: current = nil
      case let step? where step.origin == origin && step.kind == .updated: current?.kind = .deleted
      default:
        end(old: old)
        current = Step(kind: .deleted, origin: origin, old: old)
      }
    case .came, .merged:
      end(old: nil)
      current = Step(
        kind: entry == .came ? .rekeyed : .merged, origin: origin, old: old, formerKey: formerKey)
    case .left: end(old: old)
    }
  }

  /// Ends the last change.
  ///
  /// - Parameter old: the row before the next entry, which is the row after this change; `nil` if it did not exist.
  private mutating func end(old: [StoredValue]?) {
    guard var step = current else { return }
    step.new = step.kind == .deleted ? nil : old
    current = nil
    done.append(step)
  }

  /// Returns the changes that have an effect, and resets.
  ///
  /// - Parameter last: the current values of the row.
  mutating func take(last: [StoredValue]?) -> [Step] {
    end(old: last)
    defer { self = RowSteps() }
    return done.filter { $0.kind != .updated || $0.old == nil || $0.old != $0.new }
  }
}
