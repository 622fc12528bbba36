public import Foundation

/// The changes that turn a table of one ``SectionedResults`` into a table of another.
///
/// Positions are those that `UITableView.performBatchUpdates` and similar methods expect: removals and the starts of moves
/// refer to the old table, insertions and the ends of moves to the new one. So the order of the calls does not matter:
///
/// - A section that is gone, or whose position among the remaining sections has changed, is removed with its rows. In the
///   second case it is also inserted with its rows: tables cannot move a section and change its rows at once.
/// - A row is moved if its order among the other rows or its section has changed. The number of moves is minimal.
/// - ``changed`` has the rows with other contents, moved or not, at their positions in the new table. Reload them after the
///   batch: a table cannot move and reload a row at once.
public struct SectionedDifference: Sendable, Hashable {
  /// The position of a row.
  public struct Place: Sendable, Hashable, Comparable {
    /// The section, from 0.
    public var section: Int
    /// The row in its section, from 0.
    public var item: Int

    /// Creates a position.
    public init(_ section: Int, _ item: Int) {
      self.section = section
      self.item = item
    }

    /// The same position for a table or collection view.
    public var indexPath: IndexPath { [section, item] }

    /// By section, then by row.
    public static func < (one: Place, other: Place) -> Bool {
      (one.section, one.item) < (other.section, other.item)
    }
  }

  /// A row with a new position.
  public struct Move: Sendable, Hashable {
    /// Its position in the old table.
    public var from: Place
    /// Its position in the new table.
    public var to: Place
  }

  /// The sections to remove, in the old table.
  public internal(set) var removedSections: [Int] = []
  /// The sections to insert, in the new table.
  public internal(set) var insertedSections: [Int] = []
  /// The rows to remove, in the old table, without those of removed sections.
  public internal(set) var removed: [Place] = []
  /// The rows to insert, in the new table, without those of inserted sections.
  public internal(set) var inserted: [Place] = []
  /// The rows to move, ordered by their new positions; both sections of each move remain.
  public internal(set) var moved: [Move] = []
  /// The rows to reload after the other changes, in the new table.
  public internal(set) var changed: [Place] = []

  /// Whether there are no changes.
  public var isEmpty: Bool { self == SectionedDifference() }
}
