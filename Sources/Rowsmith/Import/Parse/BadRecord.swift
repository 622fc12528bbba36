/// A record that is left out because it is bad.
struct BadRecord {
  var record: Int
  /// The embedded record without which it is not complete, where that is why.
  var cause: Int?
  var error: ImportError
}
