import RowsmithSchema

/// The unique values of a record that is left out because another row had them.
///
/// The document is read again without it, and by then the record that gave the other row may be left out, too: embedded in one
/// that is bad, or incomplete without one. The record is judged anew then.
struct LeftOutValues {
  /// The offset of the record in the document.
  var record: Int64
  var table: TableMapping
  /// Its key; empty or NULL if it has none.
  var key: [StoredValue]
  /// What it gives for the unique indexes of which it gives all columns.
  var given: [Given]

  /// The values of a unique index.
  struct Given {
    var index: Layout.Index
    var values: [StoredValue]
  }
}

/// Records, by offset in the document, that were left out for values which no row has: the document is read again with them.
struct FreedRecords: Error {
  var records: [Int64]
}
