import CSQLite

extension StoreError.Reason {
  /// What SQLite's result code means.
  init(code: Int32) {
    if code == rowsmith_constraint_unique {
      self = .notUnique
      return
    }
    self =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
      case SQLITE_READONLY: .readOnly
      default: .sqlite
      }
  }
}

extension StoreError {
  /// Whether a statement was stopped from outside.
  var isInterruption: Bool { code & 0xFF == SQLITE_INTERRUPT }
}
