import Foundation

extension ImportError {
  /// The caller does not want the document any more.
  static var cancelled: ImportError {
    ImportError(.cancelled, "the import was cancelled; the database is as it was")
  }

  /// The document cannot be opened; the code is the system's.
  static func unreadable(_ path: String, _ code: Int32) -> ImportError {
    ImportError(.unreadable, "cannot read '\(path)': \(String(cString: strerror(code)))")
  }
}
