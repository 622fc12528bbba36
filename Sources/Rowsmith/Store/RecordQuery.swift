import CSQLite
import RowsmithSchema

/// Reads the records of one entity.
struct RecordQuery<R: Record> {
  private let connection: Connection
  private let table: TablePlan
  private let family: String?

  init(_ connection: Connection, _ plan: ImportPlan) throws {
    guard let entity = plan.entity(R.entityName) else {
      throw StoreError(
        message: "the model '\(plan.graph.schema.name)' has no entity '\(R.entityName)'; "
          + "the record type belongs to another model")
    }
    self.connection = connection
    table = entity.table
    family = entity.familyCondition
  }

  func all() throws -> [R] {
    let order = (table.layout.key.isEmpty ? [table.rowIDName] : table.layout.key)
    let condition = family.map { " WHERE \($0)" } ?? ""
    let statement = try connection.prepare("\(select)\(condition) ORDER BY \(DDL.list(order))")
    var records: [R] = []
    while try statement.step() {
      records.append(try R(row: Row(statement: statement.handle, entity: R.entityName)))
    }
    return records
  }

  func one(_ key: [StoredValue]) throws -> R? {
    let condition = [table.keyCondition(), family].compactMap { $0 }.joined(separator: " AND ")
    let statement = try connection.prepare("\(select) WHERE \(condition)")
    for (index, value) in key.enumerated() { statement.bind(value, at: index + 1) }
    guard try statement.step() else { return nil }
    return try R(row: Row(statement: statement.handle, entity: R.entityName))
  }

  func count() throws -> Int {
    let condition = family.map { " WHERE \($0)" } ?? ""
    return Int(try connection.integer("SELECT count(*) FROM \(DDL.quoted(table.name))\(condition)") ?? 0)
  }

  private var select: String { "SELECT \(DDL.list(R.columnNames)) FROM \(DDL.quoted(table.name))" }
}

extension EntityPlan {
  /// `"entityName" IN ('Guitarist')`: what tells its rows from others in the table; nil where all rows are its.
  var familyCondition: String? {
    guard let slot = table.entityNameSlot, family.count < table.layout.entities.count else { return nil }
    let names = table.layout.entities.filter { family[$0] != nil }.map { DDL.literal(.text($0)) }
    return "\(DDL.quoted(table.layout.columns[slot].name)) IN (\(names.joined(separator: ", ")))"
  }
}
