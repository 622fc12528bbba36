#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif

/// A row with the columns of every entity of a family. Like a ``Row``, it is valid until the next step of its statement.
public struct FamilyRow {
  /// The entity of the row's record.
  public let entity: String
  private let rows: FamilyRows

  init(entity: String, rows: FamilyRows) { (self.entity, self.rows) = (entity, rows) }

  /// Reads the row as a record of one of the family's types.
  public func record<R: Record>(_ type: R.Type = R.self) throws(RowDecodingError) -> R {
    guard let row = rows.rows[R.entityName] else {
      throw RowDecodingError(
        entity: R.entityName, column: FamilyRows.kindColumn, expected: "an entity of the family",
        found: "text \"\(entity)\"")
    }
    return try R(row: row)
  }
}

/// The rows of a statement with the columns of every entity of a family. Each row is read as the type of its entity.
final class FamilyRows {
  /// The discriminator column: the name of a record's entity.
  static let kindColumn = "entityName"

  /// The current row, with the columns of each entity.
  let rows: [String: Row]
  private let kind: Row

  init(_ types: [any Record.Type], statement: OpaquePointer) {
    let columns = FamilyRows.columns(of: types)
    let places = Dictionary(
      columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func row(_ names: [String], _ entity: String) -> Row {
      Row(
        statement: statement, indices: names.compactMap { places[$0] }, columns: names, entity: entity)
    }
    rows = Dictionary(
      types.map { ($0.entityName, row($0.columnNames, $0.entityName)) },
      uniquingKeysWith: { first, _ in first })
    kind = row([FamilyRows.kindColumn], types.first?.entityName ?? "")
  }

  /// The current row.
  func current() throws(RowDecodingError) -> FamilyRow {
    FamilyRow(entity: try kind.string(at: 0), rows: self)
  }

  /// The columns of all types, without duplicates, and the discriminator.
  static func columns(of types: [any Record.Type]) -> [String] {
    var seen: Set<String> = []
    return (types.flatMap { $0.columnNames } + [kindColumn]).filter { seen.insert($0).inserted }
  }
}
