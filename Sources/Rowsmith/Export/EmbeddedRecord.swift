import RowsmithSchema

/// The embedded record of a to-one relationship. If the record is missing, its key is written in another place.
///
/// Both places ask which of them is written, and either may come first. The record is looked up once.
final class EmbeddedRecord {
  private let records: RelatedRecords
  private let family: EmbeddedFamily
  private var answer: ExportShape??

  /// Nil where the records are not embedded ones.
  init?(_ records: RelatedRecords) {
    guard case .records(let family) = records.form else { return nil }
    self.records = records
    self.family = family
  }

  var writesNull: Bool { records.writesNull }

  /// Whether the parent's row names no record.
  func isNull(_ row: Row) throws -> Bool {
    try records.parentColumns.contains { try row.isNull(at: $0) }
  }

  /// Called before the parent's next row, and when the record is written.
  func forget() {
    answer = nil
    records.statement.reset()
  }

  /// How the record is written that the parent's row names; nil where it is not there.
  func shape(_ row: Row) throws -> ExportShape? {
    if let answer { return answer }
    try records.bind(row)
    let shape = try records.statement.step() ? family.shape(of: record) : nil
    answer = .some(shape)
    return shape
  }

  /// The row of the record, once its shape is known.
  var record: Row { Row(statement: records.statement.handle, entity: family.table.name) }
}
