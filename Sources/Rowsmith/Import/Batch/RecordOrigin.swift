import RowsmithSchema

/// Where the records of a batch come from: what is to be said of one that cannot stay.
protocol RecordOrigin: AnyObject {
  /// Whether bad records are left out, and the others stay.
  var skipsBadRecords: Bool { get }

  /// Which record it is, when everything has been read and the batch is no more: where it stands in its document.
  /// -1 where there is no document.
  func offset(of record: Int) -> Int64

  /// The error with its place: that of a value which was read from a path of the record's, or of the record.
  func located(
    _ error: ImportError, record: Int, at start: UnsafePointer<UInt8>?, under path: Schema.ImportPath?
  ) -> ImportError
}

extension RecordOrigin {
  func located(_ error: ImportError, record: Int) -> ImportError {
    located(error, record: record, at: nil, under: nil)
  }
}
