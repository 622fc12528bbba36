/// A record that is left out because it is bad.
struct BadRecord {
  var record: Int
  /// The bad embedded record without which it is incomplete, if that is the reason.
  var cause: Int?
  var error: ImportError
}
