extension StoreError {
  /// The kind of failure.
  public enum Reason: String, Sendable, Hashable {
    /// SQLite failed; ``StoreError/code`` says how.
    case sqlite
    /// Another connection held the database for longer than the busy timeout.
    case busy
    /// The file is damaged, or no SQLite database.
    case damaged
    /// The file cannot be read with the key that the store was given.
    case wrongKey
    /// Another program has taken away or altered tables or columns of the model.
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
    /// There is a record with the key already.
    case alreadyExists
    /// Two records would have the same values of a unique index.
    case notUnique
    /// A row cannot be deleted or unlinked, as the model says.
    case refused
    /// The history does not reach back to the token, or the token is of another database: start over.
    case historyGone
    /// The call makes no sense: a write inside a write, SQL without its values.
    case misuse
  }
}

extension StoreError.Reason {
  /// What a result code means.
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
