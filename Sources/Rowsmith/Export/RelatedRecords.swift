import RowsmithSchema

/// The records of one relationship, in one place of the output.
final class RelatedRecords {
  /// How the records are written.
  enum Form {
    /// The key, in the first column of the query.
    case keys
    /// Whole. Where the record is not there, its key, if there is one value for it.
    case records(ExportFamily)
  }

  let form: Form
  /// Whether there is at most one.
  let isToOne: Bool
  /// The parent's columns that the query is about.
  let parentColumns: [Int]
  let statement: Statement
  /// Writes keys; nil where no single value is the key.
  let keyWriter: ValueWriter?
  /// Where the query has the key of a record that is not there.
  let keyColumn: Int
  /// Writes the keys of a map.
  let mapKey: (column: Int, writer: ValueWriter)?
  /// Where the query has the place in the list, if a list without any place is left out.
  let positionColumn: Int?

  init(
    _ form: Form, isToOne: Bool, parentColumns: [Int], statement: Statement, keyWriter: ValueWriter?,
    keyColumn: Int = 0,
    mapKey: (column: Int, writer: ValueWriter)? = nil, positionColumn: Int? = nil
  ) {
    self.form = form
    self.isToOne = isToOne
    self.parentColumns = parentColumns
    self.statement = statement
    self.keyWriter = keyWriter
    self.keyColumn = keyColumn
    self.mapKey = mapKey
    self.positionColumn = positionColumn
  }

  /// Asks for the records of the parent's current row.
  func bind(_ parent: Statement) {
    statement.reset()
    for (index, column) in parentColumns.enumerated() {
      statement.bind(parent, column: column, at: index + 1)
    }
  }
}
