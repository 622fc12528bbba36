// The primary codes, with SQLite's numbers.
extension StoreError.Code {
  /// The statement is invalid, or something failed that has no code of its own.
  public static let error = Self(rawValue: 1)
  /// SQLite found an inconsistent internal state.
  public static let `internal` = Self(rawValue: 2)
  /// The file could not be created with the requested permissions.
  public static let permission = Self(rawValue: 3)
  /// A callback asked to stop.
  public static let abort = Self(rawValue: 4)
  /// Another connection holds the database.
  public static let busy = Self(rawValue: 5)
  /// A statement of the same connection holds the table.
  public static let locked = Self(rawValue: 6)
  /// Out of memory.
  public static let noMemory = Self(rawValue: 7)
  /// The database cannot be written.
  public static let readOnly = Self(rawValue: 8)
  /// The statement was interrupted.
  public static let interrupt = Self(rawValue: 9)
  /// The system could not read or write the file.
  public static let ioError = Self(rawValue: 10)
  /// The file is damaged.
  public static let corrupt = Self(rawValue: 11)
  /// Something requested by name does not exist.
  public static let notFound = Self(rawValue: 12)
  /// No space is left.
  public static let full = Self(rawValue: 13)
  /// The file could not be opened.
  public static let cannotOpen = Self(rawValue: 14)
  /// The lock of the write-ahead log could not be acquired.
  public static let `protocol` = Self(rawValue: 15)
  /// The tables have changed since the statement was compiled.
  public static let schema = Self(rawValue: 17)
  /// A text or a blob is longer than SQLite allows.
  public static let tooBig = Self(rawValue: 18)
  /// A constraint refuses the row.
  public static let constraint = Self(rawValue: 19)
  /// A value has the wrong type, for instance for a rowid.
  public static let mismatch = Self(rawValue: 20)
  /// SQLite was called in a way that is not allowed.
  public static let misuse = Self(rawValue: 21)
  /// The system does not allow files of that size.
  public static let noLargeFileSupport = Self(rawValue: 22)
  /// The statement is not authorized.
  public static let authorization = Self(rawValue: 23)
  /// The number of a parameter or column is out of range.
  public static let range = Self(rawValue: 25)
  /// The file is not an SQLite database.
  public static let notADatabase = Self(rawValue: 26)
}
