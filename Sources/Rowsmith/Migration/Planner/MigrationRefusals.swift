import RowsmithSchema

/// The sixth stage of a plan: what no rule can decide. These are missing required values, and equal values that must be
/// unique.
struct MigrationRefusals {
  /// What to count.
  private(set) var checks: [Migration.Check] = []
  private let translation: RowTranslation
  private var match: SchemaMatch { translation.match }

  init(_ translation: RowTranslation) {
    self.translation = translation
    for table in match.newLayout.tables {
      let flows = translation.flows(to: table)
      for flow in flows { findMissingValues(flow) }
      findDoubles(in: table, flows: flows)
    }
  }

  private mutating func findMissingValues(_ flow: RowFlow) {
    for attribute in match.new.attributes(of: flow.entity)
    where !attribute.isOptional && attribute.defaultValue == nil {
      if case .attribute(let former) = match.formerMember(of: attribute, of: flow.entity, in: flow.former),
        !former.isOptional, match.conversion(from: former, to: attribute).keepsValues
      {
        continue
      }
      let value =
        translation.value(of: attribute, flow: flow, fillsDefaults: false) {
          SQL.column($0, of: RowFlow.alias)
        } ?? "NULL"
      refuse(
        "\(flow.entity).\(attribute.name)", flow, "\(value) IS NULL",
        " without a value, which is required and has no default")
    }
    if !match.new.groups(of: flow.entity).isEmpty { findMissingParts(flow) }
    for relationship in match.new.relationships(of: flow.entity)
    where relationship.cardinality == .toOne && !relationship.isOptional {
      guard let table = match.newTable(of: flow.entity) else { continue }
      if keepsRequiredLinks(relationship, flow) { continue }
      let values = match.new.columnNames(of: relationship).compactMap { name in
        table.columns.first { $0.name == name }
      }.map { column in
        translation.value(of: column, flow: flow) { SQL.column($0, of: RowFlow.alias) } ?? "NULL"
      }
      refuse(
        "\(flow.entity).\(relationship.name)", flow, SQL.anyNull(values), " without a link, which is required"
      )
    }
    for choice in match.new.lineage(of: flow.entity).flatMap(\.choices) where choice.isRequired {
      findMissingLinks(choice, flow)
    }
  }

  /// A row must link to one of the entities.
  private mutating func findMissingLinks(_ choice: Schema.Choice.Parts, _ flow: RowFlow) {
    guard let table = match.newTable(of: flow.entity) else { return }
    let columns = choice.relationships.compactMap { part in table.columns.first { $0.name == part.name } }
    let values = columns.map { column in
      translation.value(of: column, flow: flow) { SQL.column($0, of: RowFlow.alias) } ?? "NULL"
    }
    if keepsRequiredLinks(choice, flow) { return }
    refuse(
      "\(flow.entity).\(choice.name)", flow, values.map { "\($0) IS NULL" }.joined(separator: " AND "),
      " without a link, which is required")
  }

  /// A value needs its required parts.
  private mutating func findMissingParts(_ flow: RowFlow) {
    let resolve: RowTranslation.Resolver = { SQL.column($0, of: RowFlow.alias) }
    for attribute in match.new.attributes(of: flow.entity) {
      guard let part = match.requiredPart(attribute.name, of: flow.entity), part.filling == nil else {
        continue
      }
      if case .attribute(let former) = match.formerMember(of: attribute, of: flow.entity, in: flow.former),
        translation.hadPart(former, flow: flow), match.conversion(from: former, to: attribute).keepsValues
      {
        continue
      }
      // It names all other parts, so it is made for those only that need it.
      guard let presence = translation.presence(of: part, flow: flow, resolve) else { continue }
      let value = translation.value(of: attribute, flow: flow, fillsDefaults: false, resolve) ?? "NULL"
      refuse(
        "\(flow.entity).\(attribute.name)", flow, "(\(presence)) AND \(value) IS NULL",
        " with a value that lacks it, which is required and has no default")
    }
  }

  private func keepsRequiredLinks(_ relationship: Schema.Relationship, _ flow: RowFlow) -> Bool {
    keptLinks(relationship, flow)?.isOptional == false
  }

  /// Whether each row linked to one of the entities before, and still does.
  private func keepsRequiredLinks(_ choice: Schema.Choice.Parts, _ flow: RowFlow) -> Bool {
    let kept = choice.relationships.compactMap { keptLinks($0, flow) }
    if kept.contains(where: { !$0.isOptional }) { return true }
    guard let before = match.formerChoice(of: choice, of: flow.entity, in: flow.former), before.isRequired
    else {
      return false
    }
    return Set(before.relationships.map(\.name)).isSubset(of: kept.map(\.name))
  }

  /// The former to-one relationship, if all its links stay unchanged.
  private func keptLinks(_ relationship: Schema.Relationship, _ flow: RowFlow) -> Schema.Relationship? {
    let declarer = match.new.declarer(of: relationship.name, in: flow.entity)?.name ?? flow.entity
    guard case .sameRow = translation.origins["\(declarer).\(relationship.name)"],
      case .relationship(let former) = match.formerMember(of: relationship, of: flow.entity, in: flow.former),
      former.cardinality == .toOne
    else { return nil }
    let columns = match.old.columnNames(of: former).map(flow.column)
    let key = translation.translate(columns, to: former.target, now: relationship.target, depth: 1)
    return key?.isIdentity == true ? former : nil
  }

  private mutating func refuse(_ subject: String, _ flow: RowFlow, _ condition: String, _ remark: String) {
    let from = flow.source(where: condition)
    checks.append(
      Migration.Check(
        subject: subject, noun: "row", remark: remark, count: "SELECT count(*) FROM \(from)",
        examples: translation.examples(flow.table, "FROM \(from)")))
  }

  private mutating func findDoubles(in table: Layout.Table, flows: [RowFlow]) {
    var unique = table.indexes.filter(\.isUnique).map {
      ($0.columns, "rows share a value that must be unique")
    }
    if !table.key.isEmpty { unique.insert((table.key, "rows share a key"), at: 0) }
    for (names, _) in unique {
      let columns = names.compactMap { name in table.columns.first { $0.name == name } }
      let isKey = names == table.key
      // Generated row identifiers are as distinct as their rows.
      let rows = flows.map { flow in
        columns.map { column in
          translation.value(of: column, flow: flow) { SQL.column($0, of: RowFlow.alias) } ?? "NULL"
        }
      }
      if flows.isEmpty || isUniqueAlready(rows, flows) { continue }
      let selects = zip(rows, flows).map { values, flow in
        let list = values.enumerated().map { "\($1) AS c\($0)" }.joined(separator: ", ")
        return "SELECT \(list) FROM \(flow.source)"
      }
      let list = columns.indices.map { "c\($0)" }
      let groups =
        "FROM (\(selects.joined(separator: " UNION ALL "))) WHERE \(SQL.notNull(list)) GROUP BY "
        + "\(list.joined(separator: ", ")) HAVING count(*) > 1"
      checks.append(
        Migration.Check(
          subject: "\(table.name).\(names.joined(separator: ", "))", noun: "value",
          remark: isKey
            ? " shared by several rows, and it is their key"
            : " shared by several rows, and it must be unique",
          count: "SELECT count(*) FROM (SELECT 1 \(groups))",
          examples: "SELECT \(list.joined(separator: ", ")) \(groups) ORDER BY 1 LIMIT 3"))
    }
  }

  /// Whether the values are, unchanged, the key or unique values of a single old table.
  private func isUniqueAlready(_ rows: [[String]], _ flows: [RowFlow]) -> Bool {
    guard let first = rows.first, rows.allSatisfy({ $0 == first }),
      flows.allSatisfy({ $0.table.name == flows[0].table.name })
    else { return false }
    let table = flows[0].table
    let known = [table.identity] + table.indexes.filter(\.isUnique).map(\.columns)
    return known.contains { columns in
      Set(columns.map { SQL.column($0, of: RowFlow.alias) }).isSubset(of: first)
    }
  }
}
