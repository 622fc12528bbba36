public import Foundation
public import Rowsmith
public import RowsmithSchema
import RowsmithClient

/// A conflict that was written down: what both sides had, and who has won.
public struct SyncConflict: Sendable, Hashable, Identifiable {
  /// What both sides had done.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Both had changed it.
    case edit
    /// Both had made it.
    case create
    /// One had deleted it, the other had changed it.
    case delete
  }

  /// Who has won.
  public enum Winner: String, Sendable, Hashable, CaseIterable {
    /// What was here.
    case mine
    /// What the server had.
    case theirs
    /// Something of both, or both sides came to agree.
    case both
  }

  /// Its number.
  public let id: Int64
  /// The entity, the root of its family.
  public let entity: String
  /// The record's key.
  public let key: StoredValue
  /// The column of the attribute or relationship, the link to one of several entities, or the list of links; nil for a whole record.
  public let member: String?
  /// What both sides had done.
  public let kind: Kind
  /// What they had agreed on. Lists are JSON arrays, whole records JSON objects, as texts;
  /// a link to one of several entities is an object with the `type` and the `id`.
  public let base: StoredValue
  /// What was here; NULL where it had been deleted.
  public let mine: StoredValue
  /// What the server had; NULL where it had been deleted.
  public let theirs: StoredValue
  /// The policy that has decided, or `app` for a resolver of the app's, `lostWrite` for what the server has lost, `unique`
  /// for a value that another row has.
  public let policy: String
  /// Who has won; nil where somebody has to decide.
  public let winner: Winner?
  /// When it was found, by the server's clock as far as that is known.
  public let time: Date

  /// Whether somebody has to decide.
  public var isOpen: Bool { winner == nil }

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

/// How a conflict is resolved by hand.
public enum ConflictResolution: Sendable, Hashable {
  /// What is here stands, and is sent.
  case mine
  /// What the server has stands.
  case theirs
  /// Another value stands, and is sent; of an attribute or a list of links, not of a whole record.
  case value(StoredValue)
}

/// The request for conflicts that were written down, the oldest first, for `fetch` and `observe`.
public struct SyncConflicts: ReadRequest {
  let table: String?
  let key: StoredValue?
  let isOpenOnly: Bool

  /// Reads them.
  public func fetch(_ db: ReadTransaction) throws -> [SyncConflict] {
    try db.rows(
      """
      SELECT * FROM _rowsmith_conflicts WHERE (?1 IS NULL OR entity = ?1) AND (?2 IS NULL OR key = ?2)
      AND (?3 = 0 OR winner IS NULL) ORDER BY id
      """, [table.map(StoredValue.text) ?? .null, key ?? .null, .integer(isOpenOnly ? 1 : 0)]
    ).compactMap(SyncConflict.init)
  }
}
