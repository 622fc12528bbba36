/// What the reference counted. Where the contract does not say how often something is counted, it has the least and the
/// most.
struct ReferenceReport: Hashable {
  struct Counts: Hashable {
    /// Records of the document that were not stale: inserted, updated and unchanged together.
    var mentions = 0
    var inserted = 0
    /// Rows that the document brings and takes away again.
    var comeAndGone = 0
    /// Records of rows that the document brings, before it takes these away: what was not complete by then was no row, and
    /// need not be counted.
    var mentionsBeforeEnd = 0
    /// Rows with other values than before. Where only links have changed, or a row is named more than once, the
    /// contract does not say whether a record counts as updated.
    var updatedAtLeast = 0
    var updatedAtMost = 0
    var deleted = 0
    var stale = 0
  }

  var entities: [String: Counts] = [:]
  /// Links that are there now and were not before, and the other way round.
  var added = 0
  var removed = 0
  /// Links in columns of rows that are gone.
  var removedWithRows = 0
  /// Values and links that were written one after another, even if to be written back.
  var writes = 0
  /// Whether no row is named twice.
  var isEachNamedOnce = true
  /// Whether not all that the document says is so in the end.
  var isContradictory = false
  /// Whether items were put behind those that are in an ordered list under `Merge`: which number is next depends on what
  /// is in the list then, and so on the order of the document.
  var hasAppended = false
  var skipped: [ReferenceSkip] = []
  var unresolved: [String: Int] = [:]
  var unlistedKinds: [String: Int] = [:]
  /// How the document contradicts itself, where the contract does not say what comes of it.
  var contradictions: Set<Contradiction> = []
}
