/// A table of a database, as SQLite describes it.
struct DatabaseTable {
  var name: String
  /// The `CREATE TABLE` statement.
  var sql: String
  var columns: [Column] = []
  var references: [Reference] = []
  var indexes: [Index] = []

  /// A column.
  struct Column {
    var name: String
    /// The declared type, in uppercase; empty if there is none.
    var declared: String
    var isRequired: Bool
    /// The default, in SQL.
    var defaultValue: String?
    /// The position in the primary key, from 1; 0 if it is not part of it.
    var keyPlace: Int
    var isGenerated: Bool
    /// Whether the rows of a table without a key have different values, none of them null, under a name that keys have.
    var tellsRowsApart = false
    /// Some of its values, without null.
    var samples: [ForeignDatabase.Value] = []
  }

  /// A foreign key.
  struct Reference: Equatable {
    var table: String
    var from: [String]
    /// Empty if it is the primary key of the other table.
    var to: [String]
    var onDelete: String
  }

  /// An index over columns.
  struct Index {
    var name: String
    /// The columns; `nil` for an expression.
    var columns: [String?]
    var isUnique: Bool
    var isPartial: Bool
  }

  /// The columns of the primary key, in its order.
  var key: [String] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
  }

  func column(_ name: String) -> Column? { columns.first { $0.name.lowercased() == name.lowercased() } }
}
