import RowsmithSchema

/// Tells who writes down what changes that rows are given other keys.
struct RekeyNotes {
  /// Runs the body, which changes the key of a row.
  var whileMoving: (() throws -> Void) throws -> Void = { try $0() }
  /// Says of the row that was deleted last that it has become one with another one.
  var merged:
    (_ table: TableMapping, _ entity: EntityMapping, _ from: [StoredValue], _ to: [StoredValue]) throws ->
      Void =
      { _, _, _, _ in }
}
