/// One way in which a key of one part can name a row: a to-one relationship, or an end of a link table.
struct ReferencePlan {
  /// `Album.band`, with `<` behind it for the source of a link table.
  let name: String
  /// What the report calls it.
  let reportName: String
  let table: String
  let column: String
  /// The table of the rows that it names.
  let targetTable: Int

  /// The relationships in their order, then the target and the source of each link table; nil for keys of more parts.
  static func all(_ plan: ImportPlan) -> [ReferencePlan?] {
    let toOnes = plan.relationships.map { relationship -> ReferencePlan? in
      guard relationship.isToOne, relationship.slots.count == 1 else { return nil }
      return ReferencePlan(
        name: relationship.qualifiedName, reportName: relationship.qualifiedName,
        table: relationship.table.name, column: relationship.columnNames[0],
        targetTable: relationship.target.table.index)
    }
    let ends = plan.links.flatMap { link -> [ReferencePlan?] in
      let end = { (columns: [String], suffix: String, target: TablePlan) -> ReferencePlan? in
        guard columns.count == 1 else { return nil }
        return ReferencePlan(
          name: link.qualifiedName + suffix, reportName: link.qualifiedName, table: link.name,
          column: columns[0], targetTable: target.index)
      }
      return [end(link.targetNames, "", link.target), end(link.sourceNames, "<", link.source)]
    }
    return toOnes + ends
  }
}
