import RowsmithSchema

/// What the document says of one record in one place.
struct Mention {
  /// The JSON path of the object.
  var path: String
  var table: String
  /// The entity that is asked for where the object stands.
  var asked: String
  /// The entity that the object is read as.
  var entity: String
  /// Whether the object names its entity itself.
  var isGiven: Bool
  /// Nil where the entity declares no key.
  var key: Key?
  /// Whether what it lacks falls back: an item of `Replace`, or a root record under `Replace`.
  var overwrites: Bool
  /// Whether it says that the server has deleted the row.
  var isTombstone = false
  /// The attributes that it gives; `.null` clears.
  var values: [String: StoredValue] = [:]
  /// What it says of its relationships, in the order of the JSON.
  var statements: [Statement] = []

  /// What a mention says of one relationship.
  struct Statement {
    var relationship: Schema.Relationship
    var value: Value
    /// Whether the record it is embedded in says what is linked: the object is a record for itself then.
    var isOverruled = false
  }

  enum Value {
    case toOne(ToOne)
    case list(List)
  }

  enum ToOne {
    /// Whether it stands where only keys may stand.
    case null(isForeignKey: Bool)
    case key(Key)
    case record(Mention)
  }

  struct List {
    var items: [Member] = []
    /// Whether there are keys alone: rows that leave are unlinked then, not more.
    var isKeysOnly = false
    /// Items that were left out: they stay linked if they are.
    var spared: Set<Key> = []
    /// Whether an item was left out whose key could not be read.
    var isIncomplete = false
  }

  enum Member {
    case key(Key)
    case record(Mention)
    /// An item that is left out: it keeps its place if it is linked.
    case spared(Key)
  }

  /// The records in it, in order.
  var embedded: [Mention] {
    statements.flatMap { statement -> [Mention] in
      switch statement.value {
      case .toOne(.record(let mention)): [mention]
      case .toOne: []
      case .list(let list):
        list.items.compactMap { if case .record(let mention) = $0 { mention } else { nil } }
      }
    }
  }
}
