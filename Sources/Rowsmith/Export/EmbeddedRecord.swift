import RowsmithSchema

/// The embedded record of a to-one relationship. If the record is missing, its key is written in another place.
///
/// Both places ask which of them is written, in either order. The record is looked up once.
final class EmbeddedRecord {
  private let records: RelatedRecords
  private let family: EmbeddedFamily
  private var answer: ExportShape??

  /// `nil` if the records are not embedded.
  init?(_ records: RelatedRecords) {
    guard case .records(let family) = records.form else { return nil }
    self.records = records
    self.family = family
  }

  var writesNull: Bool { records.writesNull }

  /// Whether the parent's row links to no record.
  func isNull(_ row: Row) throws -> Bool {
    try records.parentColumns.contains { try row.isNull(at: $0) }
  }

  /// Forgets the record. Called before the parent's next row.
  func forget() {
    answer = nil
    records.statement.reset()
  }

  /// The shape of the record that the parent's row links to; `nil` if the record is missing.
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
