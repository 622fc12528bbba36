// The extended codes.
extension StoreError.Code {
  /// The collation is unknown.
  public static let errorMissingCollation = Self(.error, 1)
  /// The statement must be compiled again.
  public static let errorRetry = Self(.error, 2)
  /// The snapshot no longer exists.
  public static let errorSnapshot = Self(.error, 3)
  /// The transaction was rolled back under the statement.
  public static let abortRollback = Self(.abort, 2)
  /// Another process is recovering after one that ended in the middle of a write.
  public static let busyRecovery = Self(.busy, 1)
  /// The transaction read an outdated state and cannot write.
  public static let busySnapshot = Self(.busy, 2)
  /// A lock was not available in time.
  public static let busyTimeout = Self(.busy, 3)
  /// Another connection of the same cache holds the table.
  public static let lockedSharedCache = Self(.locked, 1)
  /// A virtual table is locked.
  public static let lockedVirtualTable = Self(.locked, 2)
  /// The write-ahead log must be recovered first, which needs write access.
  public static let readOnlyRecovery = Self(.readOnly, 1)
  /// The shared-memory file beside the write-ahead log cannot be written.
  public static let readOnlyCannotLock = Self(.readOnly, 2)
  /// An unfinished write must be rolled back first, which needs write access.
  public static let readOnlyRollback = Self(.readOnly, 3)
  /// The file was deleted or renamed while it was open.
  public static let readOnlyDatabaseMoved = Self(.readOnly, 4)
  /// The shared-memory file beside the write-ahead log cannot be created.
  public static let readOnlyCannotInitialize = Self(.readOnly, 5)
  /// The folder cannot be written.
  public static let readOnlyFolder = Self(.readOnly, 6)
  /// Reading failed.
  public static let ioErrorRead = Self(.ioError, 1)
  /// Fewer bytes were read than expected.
  public static let ioErrorShortRead = Self(.ioError, 2)
  /// Writing failed.
  public static let ioErrorWrite = Self(.ioError, 3)
  /// The data could not be flushed to the disk.
  public static let ioErrorSync = Self(.ioError, 4)
  /// The folder could not be flushed to the disk.
  public static let ioErrorFolderSync = Self(.ioError, 5)
  /// The file could not be truncated.
  public static let ioErrorTruncate = Self(.ioError, 6)
  /// The status of the file could not be read.
  public static let ioErrorStatus = Self(.ioError, 7)
  /// A lock could not be released.
  public static let ioErrorUnlock = Self(.ioError, 8)
  /// A read lock could not be acquired.
  public static let ioErrorReadLock = Self(.ioError, 9)
  /// The file could not be deleted.
  public static let ioErrorDelete = Self(.ioError, 10)
  /// Not enough memory for reading or writing.
  public static let ioErrorNoMemory = Self(.ioError, 12)
  /// The existence of the file could not be checked.
  public static let ioErrorAccess = Self(.ioError, 13)
  /// A lock could not be acquired.
  public static let ioErrorLock = Self(.ioError, 15)
  /// The file could not be closed.
  public static let ioErrorClose = Self(.ioError, 16)
  /// The shared-memory file beside the write-ahead log could not be opened.
  public static let ioErrorSharedMemoryOpen = Self(.ioError, 18)
  /// The shared-memory file beside the write-ahead log could not be enlarged.
  public static let ioErrorSharedMemorySize = Self(.ioError, 19)
  /// The shared-memory file beside the write-ahead log could not be mapped.
  public static let ioErrorSharedMemoryMap = Self(.ioError, 21)
  /// Seeking in the file failed.
  public static let ioErrorSeek = Self(.ioError, 22)
  /// The file to delete does not exist.
  public static let ioErrorDeleteNoEntry = Self(.ioError, 23)
  /// The file could not be mapped.
  public static let ioErrorMemoryMap = Self(.ioError, 24)
  /// There is no folder for temporary files.
  public static let ioErrorTemporaryPath = Self(.ioError, 25)
  /// The checksum of a page is wrong.
  public static let ioErrorData = Self(.ioError, 32)
  /// A virtual table is damaged.
  public static let corruptVirtualTable = Self(.corrupt, 1)
  /// The table `sqlite_sequence` is damaged.
  public static let corruptSequence = Self(.corrupt, 2)
  /// An index lacks a row, or has an extra one.
  public static let corruptIndex = Self(.corrupt, 3)
  /// There is no folder for temporary files.
  public static let cannotOpenNoTemporaryFolder = Self(.cannotOpen, 1)
  /// The path is a folder.
  public static let cannotOpenFolder = Self(.cannotOpen, 2)
  /// The full path could not be determined.
  public static let cannotOpenFullPath = Self(.cannotOpen, 3)
  /// The path is a symbolic link, which was not allowed.
  public static let cannotOpenSymbolicLink = Self(.cannotOpen, 6)
  /// A `CHECK` refuses the row.
  public static let constraintCheck = Self(.constraint, 1)
  /// A callback refuses the commit.
  public static let constraintCommitHook = Self(.constraint, 2)
  /// A foreign key names no row.
  public static let constraintForeignKey = Self(.constraint, 3)
  /// A function refuses the row.
  public static let constraintFunction = Self(.constraint, 4)
  /// A column that is `NOT NULL` would be NULL.
  public static let constraintNotNull = Self(.constraint, 5)
  /// Another row has the same primary key.
  public static let constraintPrimaryKey = Self(.constraint, 6)
  /// A trigger refuses the row.
  public static let constraintTrigger = Self(.constraint, 7)
  /// Another row has the same values in a unique index.
  public static let constraintUnique = Self(.constraint, 8)
  /// A virtual table refuses the row.
  public static let constraintVirtualTable = Self(.constraint, 9)
  /// Another row has the same `rowid`.
  public static let constraintRowID = Self(.constraint, 10)
  /// A trigger tried to delete the row that is being updated.
  public static let constraintPinned = Self(.constraint, 11)
  /// The type of a value does not match its column in a `STRICT` table.
  public static let constraintDataType = Self(.constraint, 12)
  /// The user is not authorized.
  public static let authorizationUser = Self(.authorization, 1)
}
