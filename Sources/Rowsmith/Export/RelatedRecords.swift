import RowsmithSchema

/// The records of one relationship, in one place of the output.
struct RelatedRecords {
  /// How the records are written.
  enum Form {
    /// The key, in the first column of the query.
    case keys
    /// Whole. Where the record is not there, its key, if there is one value for it.
    case records(EmbeddedFamily)
  }

  /// Which lists are worth writing, where the other side names this one anyway.
  struct Worth {
    /// Where the query says whether the list says anything that the other side does not.
    var listColumn: Int
    /// Where the query says that of the item, if the others are left out.
    var itemColumn: Int?
    /// Whether an empty list says nothing.
    var leavesOutEmpty: Bool
  }

  var form: Form
  /// Whether there is at most one.
  var isToOne = false
  /// Whether no record is written as `null`, if there is at most one.
  var writesNull = false
  /// The parent's columns that the query is about.
  var parentColumns: [Int]
  var statement: Statement
  /// Writes keys; nil where no single value is the key.
  var keyWriter: ValueWriter?
  /// Where the query has the key of a record that is not there.
  var keyColumn = 0
  /// The parts of the key of a record that is not there, where several are the key: of a to-one in the parent's columns,
  /// else in the query's, or in a row of their own.
  var keyMembers: [ExportMember]?
  /// How many parts such a key has, where the query has them in one column, as pending links have them.
  var keyPartsKeptAsOne: Int?
  /// The keys of a map.
  var mapKey: MapKey?
  var worth: Worth?
  /// Whether the query asks, after the parent's columns, for the parent as pending links have it.
  var asksForPending = false

  /// Asks for the records of the parent's current row.
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
