import RowsmithSchema

/// The records of one relationship, in one place of the output.
struct RelatedRecords {
  /// How the records are written.
  enum Form {
    /// The key, in the first column of the query.
    case keys
    /// Whole. If the record is missing: its key, if that is one value.
    case records(EmbeddedFamily)
  }

  /// Which lists are written although the other side names this one.
  struct Worth {
    /// The column that tells whether the list says something that the other side does not.
    var listColumn: Int
    /// The column that tells the same of an item, if other items are left out.
    var itemColumn: Int?
    /// Whether an empty list says nothing.
    var leavesOutEmpty: Bool
  }

  var form: Form
  /// Whether there is at most one record.
  var isToOne = false
  /// Whether a missing to-one record is written as `null`.
  var writesNull = false
  /// The parent's columns that the query takes as parameters.
  var parentColumns: [Int]
  var statement: Statement
  /// Writes keys; `nil` if no single value is the key.
  var keyWriter: ValueWriter?
  /// The query's column with the key of a missing record.
  var keyColumn = 0
  /// The members of a missing record's key of several parts. For a to-one relationship they are in the parent's columns,
  /// otherwise in the query's columns or in a row of their own.
  var keyMembers: [ExportMember]?
  /// The number of parts, if the query has such a key in one column, as pending links have.
  var keyPartsKeptAsOne: Int?
  /// The keys of a map.
  var mapKey: MapKey?
  /// The place in the list that is part of the key.
  var place: ListPlace?
  /// Whether the list is a column of a table.
  var isColumn = false
  var worth: Worth?
  /// Whether the query has a parameter after the parent's columns: the parent's key as pending links store it.
  var asksForPending = false

  /// Binds the parent's current row to the query.
  func bind(_ parent: Row) throws {
    statement.reset()
    for (index, column) in parentColumns.enumerated() {
      parent.bind(column: column, to: statement, at: index + 1)
    }
    if asksForPending {
      statement.bind(
        KeyCoding.encode(try parentColumns.map { try parent.storedValue(at: $0) }),
        at: parentColumns.count + 1)
    }
  }
}
