import RowsmithSchema

/// Reports changes of keys to the change journal.
struct RekeyNotes {
  /// Runs the body, which changes the key of a row.
  var whileMoving: (() throws -> Void) throws -> Void = { try $0() }
  /// Reports that the row deleted last was merged into another one.
  var merged:
    (_ table: TableMapping, _ entity: EntityMapping, _ from: [StoredValue], _ to: [StoredValue]) throws ->
      Void =
      { _, _, _, _ in }
}
