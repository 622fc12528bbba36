extension StoreError {
  /// The kind of failure.
  public enum Reason: String, Sendable, Hashable {
    /// SQLite failed, and ``StoreError/code`` says how; or a file could not be written, renamed or deleted.
    case sqlite
    /// Another connection held the database for longer than the busy timeout.
    case busy
    /// The file is damaged, or not an SQLite database.
    case damaged
    /// The store's key does not fit the file.
    case wrongKey
    /// Another program has removed or altered tables or columns of the model.
    case altered
    /// The database holds another version of the model.
    case modelChanged
    /// The store was opened read-only.
    case readOnly
    /// The store is closed, or a transaction was used after its end.
    case closed
    /// The record type, entity or relationship belongs to another model.
    case unknownEntity
    /// There is no record with the key.
    case notFound
    /// A record with the key exists already.
    case alreadyExists
    /// Two records would have the same values of a unique index.
    case notUnique
    /// The model does not allow the row to be deleted or unlinked.
    case refused
    /// The history does not reach back to the token, or the token is of another database: start over.
    case historyGone
    /// The call makes no sense: a write inside a write, SQL without its values, a file that Rowsmith did not make.
    case misuse
  }
}

extension StoreError.Reason {
  /// The reason for a result code.
  init(_ code: StoreError.Code) {
    if code == .constraintUnique {
      self = .notUnique
      return
    }
    self =
      switch code.primary {
      case .busy, .locked: .busy
      case .corrupt, .notADatabase: .damaged
      case .readOnly: .readOnly
      default: .sqlite
      }
  }
}
