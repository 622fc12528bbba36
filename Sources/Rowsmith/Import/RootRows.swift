/// Collects which rows the root records of an import are, in their order: records that follow one another in the table are
/// one run, so that a long answer takes little room.
///
/// Used by the thread that imports; who made it reads it when the import has ended.
package final class RootRows: @unchecked Sendable {
  /// Rows of one entity, one behind the other.
  package struct Run: Sendable, Hashable {
    /// The name of the entity.
    package var entity: String
    /// The rowid of the first one.
    package var first: Int64
    /// How many there are, at least one.
    package var count: Int64
  }

  /// The rows, in the order of the document.
  package private(set) var runs: [Run] = []
  /// How many rows there are.
  package private(set) var count = 0

  /// Creates a collection without rows.
  package init() {}

  func reset() {
    runs = []
    count = 0
  }

  func add(_ row: Int64, of entity: String) {
    count += 1
    if let last = runs.last, last.entity == entity, last.first + last.count == row {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(entity: entity, first: row, count: 1))
    }
  }

  /// Forgets the rows behind the first ones, whose records are applied again.
  func keep(first kept: Int) {
    while count > kept, let last = runs.last {
      let surplus = min(Int64(count - kept), last.count)
      count -= Int(surplus)
      if surplus == last.count { runs.removeLast() } else { runs[runs.count - 1].count -= surplus }
    }
  }
}
