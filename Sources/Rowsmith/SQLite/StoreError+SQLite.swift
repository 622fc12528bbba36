#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation
import RowsmithSchema

extension StoreError {
  /// What a failure of SQLite's means, in words that name the file and say what to do.
  ///
  /// - Parameters:
  ///   - code: the extended result code.
  ///   - found: SQLite's own words.
  ///   - path: the path of the database.
  ///   - systemCode: the `errno` behind the failure.
  ///   - sql: the statement. It is kept where it may be to blame, not where the file is.
  ///   - arguments: what was bound to its parameters.
  init(
    code: Code, found: String, path: String, systemCode: Int32, sql: String? = nil,
    arguments: [StoredValue] = []
  ) {
    let database = path == ":memory:" ? "the database in memory" : "'\(path)'"
    let message: String? =
      switch code.primary {
      case .busy:
        "\(database) is busy: another process has held it for longer than the busy timeout; try again when that one "
          + "has ended, or wait for longer with `busyTimeout`"
      case .full:
        "there is no room left for \(database) or for the temporary files beside it; nothing was written: make room, "
          + "then try again"
      case .corrupt, .notADatabase:
        "\(database) is damaged: \(found); restore a backup, or open the store with `onDamage = .deleteStore`"
      case .readOnly: "\(database) \(StoreError.whyNotWritten(code))"
      case .ioError:
        "\(database) could not be read or written: \(StoreError.whyNotWritten(systemCode) ?? found)\(StoreError.limit)"
      case .cannotOpen: "cannot open \(database): \(StoreError.whyNotOpened(path, systemCode) ?? found)"
      default: nil
      }
    if let message {
      self.init(code: code, message: message)
    } else {
      self.init(
        code: code, message: StoreError.refusal(of: sql, code, found) ?? found, sql: sql, arguments: arguments
      )
    }
  }

  private static func whyNotWritten(_ code: Code) -> String {
    switch code {
    case .readOnlyRollback:
      "is as a process left it that ended in the middle, and cannot be written to take that back; open it for writing "
        + "once"
    case .readOnlyDatabaseMoved: "was deleted or renamed while it was open; open it again"
    default:
      "cannot be written: it is open for reading only, or the file, its folder or the medium is write-protected"
    }
  }

  /// Nil where nothing is known.
  private static func whyNotOpened(_ path: String, _ systemCode: Int32) -> String? {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    if case .folder = FileKind(of: folder) {
    } else {
      return "there is no folder '\(folder)'; make it, or name a file elsewhere"
    }
    // SQLite tries to read what it may not make, so that the code is of no use.
    if access(folder, W_OK) != 0 { return "its folder cannot be written" }
    return systemCode == 0 ? nil : String(cString: strerror(systemCode))
  }

  /// The codes that can be behind it: others are left over from calls before.
  private static func whyNotWritten(_ systemCode: Int32) -> String? {
    [EFBIG, ENOSPC, EDQUOT, EROFS, EIO].contains(systemCode) ? String(cString: strerror(systemCode)) : nil
  }

  /// What may be the reason where the size of files is limited.
  private static var limit: String {
    var limit = rlimit()
    #if canImport(Darwin)
      let isKnown = getrlimit(RLIMIT_FSIZE, &limit) == 0
    #else
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
    #endif
    guard isKnown, limit.rlim_cur <= rlim_t(Int64.max), limit.rlim_cur != rlim_t(Int64.max) else { return "" }
    return "; this process may write files of \(limit.rlim_cur) bytes at most (`ulimit -f`)"
  }

  /// A row that somebody else's constraint or trigger does not want; nil for other failures.
  private static func refusal(of sql: String?, _ code: Code, _ found: String) -> String? {
    let table = sql.flatMap(StatementText.table).map { "the table '\($0)'" } ?? "a table"
    switch code {
    case .constraintTrigger: return "a trigger on \(table) refuses the row: \(found)"
    case .constraintCheck, .constraintNotNull, .constraintDataType:
      return "a constraint of \(table) refuses the row: \(found)"
    default: return nil
    }
  }

  /// Whether a constraint or a trigger refused a row that no other row stands in the way of.
  var isRefusalOfRow: Bool {
    [.constraintTrigger, .constraintCheck, .constraintNotNull, .constraintDataType].contains(code)
  }
}

extension StoreError {
  /// Whether a statement was stopped from outside.
  var isInterruption: Bool { code?.primary == .interrupt }
}

extension StoreError.Code {
  /// SQLite's own words for the code.
  var meaning: String { String(cString: sqlite3_errstr(rawValue)) }
}
