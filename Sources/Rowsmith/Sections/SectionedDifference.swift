public import Foundation

/// What turns a table that shows some ``SectionedResults`` into one that shows others.
///
/// The places are those that `UITableView.performBatchUpdates` and its like ask for: what goes and where moves begin counts
/// in the old table, what comes and where moves end in the new one. So the order of the calls does not matter:
///
/// - A section that has gone, or that has another place among those that stay, is removed with its rows, and inserted with
///   them. Tables cannot move a section and change its rows at once.
/// - A row moves where it stands behind another one than before, or in another section. As few rows move as can be.
/// - ``changed`` has the rows whose contents differ, moved or not, at their places in the new table: reload them after the
///   batch, as a table cannot move and reload a row at once.
public struct SectionedDifference: Sendable, Hashable {
  /// The place of a row.
  public struct Place: Sendable, Hashable, Comparable {
    /// The section, from 0.
    public var section: Int
    /// The row in its section, from 0.
    public var item: Int

    /// Names a row.
    public init(_ section: Int, _ item: Int) {
      self.section = section
      self.item = item
    }

    /// The same for a table or collection view.
    public var indexPath: IndexPath { [section, item] }

    /// By section, then by row.
    public static func < (one: Place, other: Place) -> Bool {
      (one.section, one.item) < (other.section, other.item)
    }
  }

  /// A row that has another place.
  public struct Move: Sendable, Hashable {
    /// Its place in the old table.
    public var from: Place
    /// Its place in the new one.
    public var to: Place
  }

  /// The sections to remove, in the old table.
  public internal(set) var removedSections: [Int] = []
  /// The sections to insert, in the new table.
  public internal(set) var insertedSections: [Int] = []
  /// The rows to remove, in the old table; without those of removed sections.
  public internal(set) var removed: [Place] = []
  /// The rows to insert, in the new table; without those of inserted sections.
  public internal(set) var inserted: [Place] = []
  /// The rows to move, ordered by where they go; each from and to a section that stays.
  public internal(set) var moved: [Move] = []
  /// The rows to reload afterwards, in the new table.
  public internal(set) var changed: [Place] = []

  /// Whether nothing differs.
  public var isEmpty: Bool { self == SectionedDifference() }
}
