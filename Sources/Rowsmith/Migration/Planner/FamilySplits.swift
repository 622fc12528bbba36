import RowsmithSchema

/// Which rows of old families move to the table of a new entity, each found once.
///
/// The stages of a plan share it.
final class FamilySplits {
  /// An old entity and those that extended it, by their names.
  struct Split {
    /// The first one whose rows move to the table.
    var first: String?
    /// Those whose rows do not.
    var elsewhere: [String]
  }

  private let match: SchemaMatch
  /// By the old entity and the root of the new one's family.
  private var known: [String: [Int: Split]] = [:]

  init(_ match: SchemaMatch) { self.match = match }

  /// The split of an old entity and those that extended it.
  func split(of former: String, to entity: String) -> Split {
    let root = match.new.rootIndex(of: entity) ?? -1
    if let split = known[former]?[root] { return split }
    let (here, elsewhere) = match.flow(of: former, to: entity)
    let split = Split(first: here.first?.name, elsewhere: elsewhere.map(\.name))
    known[former, default: [:]][root] = split
    return split
  }
}
