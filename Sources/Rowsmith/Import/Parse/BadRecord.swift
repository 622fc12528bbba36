/// A record that is left out because it is bad.
struct BadRecord {
  var record: Int
  /// The bad embedded record without which it is incomplete, if that is the reason.
  var cause: Int?
  var error: ImportError
  /// All of its values that are faults, if they are the reason; only if what a wider model would allow is looked for.
  var faults: [FaultPlace] = []
  /// The errors for all attributes that it lacks, without its location, if nothing can give them later.
  var lacks: [ImportError] = []
}
