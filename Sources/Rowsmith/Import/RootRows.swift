/// Collects the rowids of an import's root records, in order. Consecutive rows form one run, so a long answer takes little
/// memory.
///
/// Used by the importing thread; its creator reads it after the import.
package final class RootRows: @unchecked Sendable {
  /// Consecutive rows of one entity.
  package struct Run: Sendable, Hashable {
    /// The name of the entity.
    package var entity: String
    /// The first rowid.
    package var first: Int64
    /// How many rows, at least one.
    package var count: Int64
    /// The last rowid, which may be the greatest integer: nothing can be added to that.
    package var last: Int64 { first + (count - 1) }
  }

  /// The rows, in the order of the document.
  package private(set) var runs: [Run] = []
  /// How many rows there are.
  package private(set) var count = 0

  /// Creates an empty collection.
  package init() {}

  func reset() {
    runs = []
    count = 0
  }

  func add(_ row: Int64, of entity: String) {
    count += 1
    if let run = runs.last, run.entity == entity, run.last < row, run.last + 1 == row {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(entity: entity, first: row, count: 1))
    }
  }

  /// Drops the rows after the first ones; their records are applied again.
  func keep(first kept: Int) {
    while count > kept, let last = runs.last {
      let surplus = min(Int64(count - kept), last.count)
      count -= Int(surplus)
      if surplus == last.count { runs.removeLast() } else { runs[runs.count - 1].count -= surplus }
    }
  }
}
