/// What the reference counted.
struct ReferenceReport: Hashable {
  struct Counts: Hashable {
    var inserted = 0
    var updated = 0
    var unchanged = 0
    var deleted = 0
  }

  var entities: [String: Counts] = [:]
  /// Links to rows that have not arrived that were noted or changed hands.
  var waiting = 0
  var added = 0
  var removed = 0
  var skipped: [ReferenceSkip] = []
  var unresolved: [String: Int] = [:]
}
