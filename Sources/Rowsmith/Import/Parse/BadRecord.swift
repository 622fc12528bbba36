/// A record that is left out because it is bad.
struct BadRecord {
  var record: Int
  /// The bad embedded record without which it is incomplete, if that is the reason.
  var cause: Int?
  var error: ImportError
  /// The errors for all that a wider model would allow in the record, apart from those of earlier records; only if
  /// that is looked for.
  var contradictions: [ImportError] = []
}
