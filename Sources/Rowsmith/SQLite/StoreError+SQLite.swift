#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation
import RowsmithSchema

extension StoreError {
  /// Explains a failure of SQLite: the message names the file and says what to do.
  ///
  /// - Parameters:
  ///   - code: the extended result code.
  ///   - found: SQLite's message.
  ///   - path: the path of the database.
  ///   - systemCode: the `errno` of the failure.
  ///   - sql: the statement. It is kept if it may be the cause, not if the file is.
  ///   - arguments: the values bound to its parameters.
  init(
    code: Code, found: String, path: String, systemCode: Int32, sql: String? = nil,
    arguments: [StoredValue] = []
  ) {
    let database = path == ":memory:" ? "the database in memory" : "'\(path)'"
    let message: String? =
      switch code.primary {
      case .busy:
        "\(database) is busy: another process has locked it for longer than the busy timeout; try again "
          + "when that has ended, or wait longer with `busyTimeout`"
      case .full:
        "there is no space left for \(database) or its temporary files; nothing was written: free "
          + "some space, then try again"
      // An index that cannot even be opened cannot be made anew, either.
      case .corrupt where code == .corruptVirtualTable && !found.hasPrefix("vtable constructor failed"):
        "a full-text index of \(database) is damaged, or has other words than its rows: \(found); "
          + "`rebuildSearch` makes those of the model anew"
      case .corrupt, .notADatabase:
        "\(database) is damaged: \(found); restore a backup, or open the store with `onDamage = .setAside`"
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
        code: code,
        message: StoreError.refusal(of: sql, code, found) ?? StoreError.lack(found, in: sql) ?? found,
        sql: sql, arguments: arguments)
    }
  }

  private static func whyNotWritten(_ code: Code) -> String {
    switch code {
    case .readOnlyRollback:
      "has an unfinished transaction of a process that crashed, and cannot be written to roll it back; open it for writing "
        + "once"
    case .readOnlyDatabaseMoved: "was deleted or renamed while it was open; open it again"
    default:
      "cannot be written: it is open for reading only, or the file, its folder or the medium is write-protected"
    }
  }

  /// `nil` if the reason is unknown.
  private static func whyNotOpened(_ path: String, _ systemCode: Int32) -> String? {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    if case .folder = FileKind(of: folder) {
    } else {
      return "there is no folder '\(folder)'; make it, or name a file elsewhere"
    }
    // SQLite then tries to read a file that it may not create, so the code is useless.
    if access(folder, W_OK) != 0 { return "its folder cannot be written" }
    return systemCode == 0 ? nil : String(cString: strerror(systemCode))
  }

  /// Only these codes can be the reason: others are left over from earlier calls.
  private static func whyNotWritten(_ systemCode: Int32) -> String? {
    [EFBIG, ENOSPC, EDQUOT, EROFS, EIO].contains(systemCode) ? String(cString: strerror(systemCode)) : nil
  }

  /// A further possible reason, if the size of files is limited.
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

  /// The message for a row that a constraint or trigger of another program refuses; `nil` for other failures.
  private static func refusal(of sql: String?, _ code: Code, _ found: String) -> String? {
    let table = sql.flatMap(StatementText.table).map { "the table '\($0)'" } ?? "a table"
    switch code {
    case .constraintTrigger: return "a trigger on \(table) refuses the row: \(found)"
    case .constraintCheck, .constraintNotNull, .constraintDataType:
      return "a constraint of \(table) refuses the row: \(found)"
    default: return nil
    }
  }

  /// The message for a function or collation that the store does not have, and that the database itself uses: the statement
  /// does not name it. `nil` for other failures.
  private static func lack(_ found: String, in sql: String?) -> String? {
    let kinds = [
      ("no such function: ", "functions"), ("unknown function: ", "functions"),
      ("no such collation sequence: ", "collations"),
    ]
    guard let sql, let (beginning, option) = kinds.first(where: { found.hasPrefix($0.0) }) else { return nil }
    var name = found.dropFirst(beginning.count)
    if name.hasSuffix("()") { name = name.dropLast(2) }
    if sql.lowercased().contains(name.lowercased()) { return nil }
    return
      "\(found), which a trigger, view, index or column of the database uses; give it to the store among its "
      + "`\(option)`, or use the program that has it"
  }

  /// Whether a constraint or trigger refused the row for a reason other than another row.
  var isRefusalOfRow: Bool {
    [.constraintTrigger, .constraintCheck, .constraintNotNull, .constraintDataType].contains(code)
  }
}

extension StoreError {
  /// Whether it may be the end of work that was cancelled: a statement was interrupted, or no longer waited for a lock.
  var canComeOfCancelling: Bool { code?.primary == .interrupt || reason == .busy }
}

extension StoreError.Code {
  /// SQLite's description of the code.
  var meaning: String { String(cString: sqlite3_errstr(rawValue)) }
}
