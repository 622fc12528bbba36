/// A record that the database refuses; whoever applies root records decides what that means.
struct RecordRejection: Error {
  var record: Int
  var error: ImportError
  /// The embedded record that was left out and without which this one is not complete.
  var cause: Int?
}
