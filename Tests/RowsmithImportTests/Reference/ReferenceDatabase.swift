import RowsmithSchema

/// The key of a row: one stored value per key column.
typealias Key = [StoredValue]

/// Which row: its table is named after the root of its family.
struct RowID: Hashable {
  var table: String
  var key: Key
}

/// A row: the entity it is a record of, and its columns that are not NULL.
struct ReferenceRow: Hashable {
  var entity: String
  var columns: [String: StoredValue] = [:]
}

/// What the database holds, in dictionaries.
struct ReferenceDatabase: Hashable {
  struct Link: Hashable {
    var source: Key
    var target: Key
  }

  struct Positions: Hashable {
    var position: Int?
    var sourcePosition: Int?
  }

  /// A link to a row that has not arrived: `Band.albums` wants the album of that key.
  struct Pending: Hashable {
    var relationship: String
    var target: Key
  }

  struct Claim: Hashable {
    var parent: RowID
    var position: Int?
  }

  var rows: [String: [Key: ReferenceRow]] = [:]
  var links: [String: [Link: Positions]] = [:]
  var pending: [Pending: Claim] = [:]
  var lastIdentifier: Int64 = 0
  /// Whether the places in ordered lists may be other numbers that come to the same order.
  var hasGaps = false

  subscript(id: RowID) -> ReferenceRow? {
    get { rows[id.table]?[id.key] }
    set { rows[id.table, default: [:]][id.key] = newValue }
  }
}
