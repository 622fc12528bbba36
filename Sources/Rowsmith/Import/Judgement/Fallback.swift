/// What falls back to its default of a row that the document overwrites whole, unless another mention gives it.
struct Fallback {
  var slots = SlotSet()
  /// The entity of the row.
  var entity: Int
  /// Whether the mention changed nothing else, so that the row counts as unchanged until this is done.
  var countsAsUnchanged: Bool
  /// Where in the document the record stands.
  var blame: Int64
  /// What to throw where a column among them is required and has no default.
  var error: ImportError?
}
