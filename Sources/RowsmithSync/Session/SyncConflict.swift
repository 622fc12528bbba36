public import Foundation
public import Rowsmith
public import RowsmithSchema
import RowsmithClient

/// A logged conflict: both sides' values, and the winner.
public struct SyncConflict: Sendable, Hashable, Identifiable {
  /// What the two sides did.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Both changed the record.
    case edit
    /// Both created it.
    case create
    /// One deleted it, the other changed it.
    case delete
  }

  /// The winner of a conflict.
  public enum Winner: String, Sendable, Hashable, CaseIterable {
    /// The local value.
    case mine
    /// The server's value.
    case theirs
    /// Changes of both, or both sides came to agree.
    case both
  }

  /// Its number.
  public let id: Int64
  /// The entity, the root of its inheritance family.
  public let entity: String
  /// The record's key.
  public let key: StoredValue
  /// The column of the attribute or relationship, the link to one of several entities, or the list of links; `nil` for a whole
  /// record.
  public let member: String?
  /// What the two sides did.
  public let kind: Kind
  /// The last value that both agreed on. Lists are JSON arrays and whole records JSON objects, as text; a link to one of several
  /// entities is an object with `type` and `id`.
  public let base: StoredValue
  /// The local value; NULL if deleted.
  public let mine: StoredValue
  /// The server's value; NULL if deleted.
  public let theirs: StoredValue
  /// The policy that decided; `app` for a resolver, `lostWrite` for a write that the server has lost, `unique` for a value that
  /// another row has.
  public let policy: String
  /// The winner; `nil` while the conflict is open.
  public let winner: Winner?
  /// When it was found, by the server's clock as far as known.
  public let time: Date

  /// Whether it still has to be decided.
  public var isOpen: Bool { winner == nil }

  /// Creates a conflict; without a policy and a winner, an open one.
  public init(
    id: Int64, entity: String, key: StoredValue, member: String? = nil, kind: Kind = .edit,
    base: StoredValue = .null, mine: StoredValue, theirs: StoredValue, policy: String = "manual",
    winner: Winner? = nil, time: Date
  ) {
    self.id = id
    self.entity = entity
    self.key = key
    self.member = member
    self.kind = kind
    self.base = base
    self.mine = mine
    self.theirs = theirs
    self.policy = policy
    self.winner = winner
    self.time = time
  }

  init?(_ row: ResultRow) {
    guard let id = row.integer("id"), let entity = row.text("entity"), let key = row["key"],
      let kind = row.text("kind").flatMap(Kind.init)
    else { return nil }
    self.id = Int64(id)
    self.entity = entity
    self.key = key
    self.kind = kind
    member = row.text("name")
    base = row["base"] ?? .null
    mine = row["mine"] ?? .null
    theirs = row["theirs"] ?? .null
    policy = row.text("policy") ?? ""
    winner = row.text("winner").flatMap(Winner.init)
    time = Date(timeIntervalSince1970: Double(row.integer("at") ?? 0) / 1000)
  }
}

/// A decision about a conflict.
public enum ConflictResolution: Sendable, Hashable {
  /// The local value wins and is sent.
  case mine
  /// The server's value wins.
  case theirs
  /// Another value wins and is sent. Only for an attribute or a list of links, not for a whole record.
  case value(StoredValue)
}

/// The request for logged conflicts, oldest first, for `fetch` and `observe`.
public struct SyncConflicts: ReadRequest {
  let table: String?
  let key: StoredValue?
  let isOpenOnly: Bool

  /// Reads the conflicts.
  public func fetch(_ db: ReadTransaction) throws -> [SyncConflict] {
    let (sql, values) = statement
    return try db.rows(sql, values).compactMap(SyncConflict.init)
  }

  /// The statement that finds them, with its parameters.
  var statement: (sql: String, values: [StoredValue]) {
    // Only what is asked for, so that SQLite uses an index: the log may be long.
    var conditions: [String] = []
    var values: [StoredValue] = []
    if let table {
      conditions.append("entity = ?")
      values.append(.text(table))
    }
    if let key {
      conditions.append("key = ?")
      values.append(key)
    }
    if isOpenOnly { conditions.append("winner IS NULL") }
    let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND ")) "
    // Those that are open are few: to find and sort them is less than to go through the log, which is in this order.
    let order = isOpenOnly ? "+id" : "id"
    return ("SELECT * FROM _rowsmith_conflicts \(condition)ORDER BY \(order)", values)
  }
}
