import RowsmithSchema

/// Makes a ``Migration`` of a ``SchemaMatch``. Used once.
final class MigrationPlanner {
  let match: SchemaMatch
  var migration = Migration()
  /// By `Entity.relationship` of the new schema, for to-one relationships and owners of link tables.
  var origins: [String: LinkOrigin] = [:]
  var collections: [LinkCollection] = []
  /// The new tables that are built anew, by name.
  var rebuilt: Set<String> = []
  /// The new tables that keep their rows, with what is altered.
  var altered: [String: TableAlteration] = [:]

  init(_ match: SchemaMatch) { self.match = match }

  func plan() -> Migration {
    findOrigins()
    chooseRebuilds()
    if isLayoutUntouched { return migration }
    gatherCollections()
    buildTables()
    alterTables()
    buildLinkTables()
    dropTables()
    findLosses()
    findRefusals()
    renewReferences()
    migration.rebuiltNames = rebuilt.sorted()
    return migration
  }

  /// Whether every table and every row stays as it is.
  private var isLayoutUntouched: Bool {
    rebuilt.isEmpty && altered.values.allSatisfy(\.isNothing)
      && match.oldLayout.tables.count == match.newLayout.tables.count
      && match.oldLayout.linkTables.count == match.newLayout.linkTables.count
      && DDL.statements(for: match.oldLayout).sorted() == DDL.statements(for: match.newLayout).sorted()
      && match.old.schema.entities.allSatisfy { match.successor(of: $0.name)?.name == $0.name }
      && relationshipNames(match.old) == relationshipNames(match.new)
  }

  /// The names under which links are counted, where they are, and whether they have an order.
  private func relationshipNames(_ graph: SchemaGraph) -> [String] {
    graph.schema.entities.flatMap { entity in
      entity.relationships.map { relationship in
        let storage = graph.storage(of: relationship, in: entity.name)
        return "\(entity.name).\(relationship.name) \(relationship.isOrdered): \(storage)"
      }
    }.sorted()
  }

  /// The rows that a new table takes, by kind.
  func flows(to table: Layout.Table) -> [RowFlow] {
    match.new.descendants(of: table.name).compactMap { kind in
      guard let former = match.predecessor(of: kind.name), let table = match.oldTable(of: former.name) else {
        return nil
      }
      return RowFlow(entity: kind.name, former: former.name, table: table)
    }
  }

  func addStep(_ description: String, _ work: [(Migration.Phase, String)]) {
    migration.steps.append(
      Migration.Step(
        description: description, work: work.map { Migration.Work(phase: $0.0, sql: $0.1) }))
  }

  /// The place of a conversion in the list.
  func index(of conversion: ValueConversion) -> Int {
    if let known = migration.conversions.firstIndex(of: conversion) { return known }
    migration.conversions.append(conversion)
    return migration.conversions.count - 1
  }
}
