/// A record that the database refuses. The code that applies root records decides what follows.
struct RecordRejection: Error {
  var record: Int
  var error: ImportError
  /// The bad embedded record without which this one is incomplete.
  var cause: Int?
  /// The errors for all attributes that it lacks, without its location; only if bad records are skipped.
  var lacks: [ImportError] = []
}
