import RowsmithSchema

/// Where the records of a batch come from, for messages about refused ones.
protocol RecordOrigin: AnyObject {
  /// Whether bad records are left out, and the others stay.
  var skipsBadRecords: Bool { get }

  /// The offset of the record in its document, which identifies it after the batch was emptied; -1 without a document.
  func offset(of record: Int) -> Int64

  /// Adds the location to an error: that of the value read from one of the record's paths, or of the record.
  func located(
    _ error: ImportError, record: Int, at start: UnsafePointer<UInt8>?, under path: Schema.ImportPath?
  ) -> ImportError
}

extension RecordOrigin {
  func located(_ error: ImportError, record: Int) -> ImportError {
    located(error, record: record, at: nil, under: nil)
  }
}
