/// The columns of a row overwritten whole that are reset to their defaults, unless another mention gives them.
struct Fallback {
  var slots = SlotSet()
  /// The entity of the row.
  var entity: Int
  /// Whether the mention changed nothing else, so that the row counts as unchanged until the reset.
  var countsAsUnchanged: Bool
  /// The offset in the document of the record.
  var blame: Int64
  /// The error if one of the columns is required and has no default.
  var error: ImportError?
}
