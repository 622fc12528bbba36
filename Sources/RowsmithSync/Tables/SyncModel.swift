import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// All collections that synchronise; targets come before collections that refer to them.
struct SyncModel: Sendable {
  let plan: SyncPlan
  let tables: [SyncedTable]
  /// The entities with separate server keys.
  let keys: ServerKeys
  private let byTable: [String: Int]

  init(_ plan: SyncPlan, _ schema: Schema) {
    self.plan = plan
    keys = ServerKeys(plan, schema)
    let graph = SchemaGraph(schema)
    let layout = Layout(graph)
    let builder = Builder(graph: graph, layout: layout, synced: Set(plan.entities.map(\.name)))
    var tables = plan.entities.flatMap(builder.tables)
    let all = tables
    for index in tables.indices {
      tables[index].otherEnds.removeAll { place in
        !all.contains { $0.name == place.table && $0.has(place.name) }
      }
    }
    let ranks = SyncModel.ranks(tables)
    for index in tables.indices { tables[index].rank = ranks[tables[index].name] ?? 0 }
    tables = tables.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
    self.tables = tables
    byTable = Dictionary(tables.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The collection of a table.
  subscript(table: String) -> SyncedTable? { byTable[table].map { tables[$0] } }

  /// The collection of an entity, or of links such as `Note.tags`.
  func named(_ name: String) -> SyncedTable? { tables.first { $0.collection.name == name } }

  /// The rank of each table: the longest path along what its records refer to, ignoring circles.
  private static func ranks(_ tables: [SyncedTable]) -> [String: Int] {
    let columns = Dictionary(
      tables.map { ($0.name, Set($0.columns.flatMap(\.targets))) }, uniquingKeysWith: { $0.union($1) })
    let all = Dictionary(
      tables.map { ($0.name, Set($0.columns.flatMap(\.targets) + $0.lists.map(\.target))) },
      uniquingKeysWith: { $0.union($1) })
    func reaches(_ start: String, _ end: String) -> Bool {
      var (open, seen) = ([start], Set([start]))
      while let next = open.popLast() {
        if next == end { return true }
        open += (all[next] ?? []).filter { seen.insert($0).inserted }
      }
      return false
    }
    // A list orders only where that makes no circle.
    let targets = Dictionary(
      tables.map { table in
        let lists = table.lists.map(\.target).filter { !reaches($0, table.name) }
        return (table.name, (columns[table.name] ?? []).union(lists).subtracting([table.name]))
      }, uniquingKeysWith: { first, _ in first })
    var ranks: [String: Int] = [:]
    func rank(_ table: String, _ way: Set<String>) -> Int {
      if let known = ranks[table] { return known }
      let before = (targets[table] ?? []).filter { targets[$0] != nil && !way.contains($0) }
      let rank = (before.map { rank($0, way.union([table])) }.max() ?? -1) + 1
      ranks[table] = rank
      return rank
    }
    for table in tables where !table.isLinks { _ = rank(table.name, []) }
    // Links refer to both sides.
    let last = (ranks.values.max() ?? 0) + 1
    for table in tables where table.isLinks { ranks[table.name] = last }
    return ranks
  }
}

extension SyncModel {
  /// Builds the tables, entity by entity.
  private struct Builder {
    let graph: SchemaGraph
    let layout: Layout
    /// The entities that synchronise.
    let synced: Set<String>

    /// The table of an entity, and the tables of its links that are records of their own.
    func tables(_ plan: SyncPlan.Entity) -> [SyncedTable] {
      guard let table = layout.table(of: plan.name), let key = table.key.first, table.key.count == 1 else {
        return []
      }
      let keyPath = graph.attribute(key, of: plan.name)?.exportPath ?? [key]
      var synced = SyncedTable(
        plan: plan,
        collection: SyncCollection(
          name: plan.name, path: plan.collection, key: keyPath, settings: plan.settings), name: table.name,
        keys: [key])
      synced.permissions = plan.permissions
      synced.columns = table.columns.compactMap { found in
        var column = self.column(of: found, key: key, plan)
        column?.lacking = entities(of: plan.name, lacking: found)
        return column
      }
      let columns = synced.columns
      let values = table.entities.sorted().compactMap(graph.entity).flatMap(\.groups)
        .compactMap { graph.parts(of: $0) }
      synced.parts = values.flatMap(\.attributeNamesByValue).map { names in
        columns.filter { names.contains($0.member) }.map(\.name)
      }
      for value in values {
        let names = Set(value.attributes.map(\.name))
        for index in columns.indices
        where names.contains(columns[index].member) && !columns[index].paths.isEmpty {
          synced.columns[index].paths += value.group.importPaths.compactMap(\.memberKeys)
        }
      }
      var tables: [SyncedTable] = []
      for links in plan.links {
        guard let list = list(links.relationship, of: plan.name) else { continue }
        switch links.storage {
        case .array: synced.lists.append(list)
        case .relation(let collection): tables.append(relation(links, list, collection, plan))
        }
      }
      synced.hasUniqueValues = table.indexes.contains(where: \.isUnique)
      synced.deletionSigns = table.entities.sorted().flatMap { graph.entity($0)?.deletedWhen ?? [] }
      synced.embedded = embedded(in: plan.name)
      synced.otherEnds = otherEnds(in: plan.name)
      synced.keyPaths =
        graph.attribute(key, of: plan.name)?.importPaths.compactMap(\.memberKeys) ?? []
      let links = table.entities.sorted().compactMap(graph.entity).flatMap(\.relationships)
      synced.linkHeads = Set(links.flatMap(\.importPaths).compactMap(\.memberKeys?.first)).sorted()
      synced.mayBeEmbedded = isTarget(plan.name)
      synced.references = references(to: table.name)
      synced.missingSources = layout.linkTables.filter { graph.root(of: $0.sourceEntity)?.name == table.name }
        .map(\.sourceName)
      synced.fingerprint = fingerprint(of: table, plan)
      return [synced] + tables
    }

    /// Whether a relationship leads to an entity, or to one of its family.
    private func isTarget(_ entity: String) -> Bool {
      graph.schema.entities.contains { other in
        other.relationships.contains { relationship in
          let targets = [relationship.target] + (relationship.oneOf?.values.map(\.entity) ?? [])
          return targets.contains { graph.root(of: $0)?.name == entity }
        }
      }
    }

    /// Where the JSON of an entity, or of one that extends it, may have other records that synchronise. Not where something else
    /// is read from inside the embedded record.
    private func embedded(in entity: String) -> [EmbeddedRecords.Place] {
      let family = ([entity] + graph.descendants(of: entity).map(\.name)).compactMap(graph.entity)
      let attributes = family.flatMap(\.attributes).filter { !$0.isLocal }
      // An attribute with the whole object would lose what is embedded.
      if attributes.contains(where: { $0.importPaths.contains(.record) }) { return [] }
      var values: [[String]] = attributes.flatMap { $0.importPaths.compactMap(\.memberKeys) }
      values += family.flatMap(\.discriminator).compactMap(\.memberKeys)
      values += family.flatMap(\.deletedWhen).map(\.path)
      let links = family.flatMap(\.relationships)
      return links.flatMap { relationship -> [EmbeddedRecords.Place] in
        guard relationship.choice == nil, relationship.oneOf == nil, !relationship.isKeyed,
          let root = graph.root(of: relationship.target), synced.contains(root.name),
          root.primaryKey.count == 1, let key = graph.attribute(root.primaryKey[0], of: root.name)
        else { return [] }
        let others = links.filter {
          $0.name != relationship.name || graph.root(of: $0.target)?.name != root.name
        }
        let taken: [[String]] = values + others.flatMap(paths)
        return relationship.importPaths.compactMap(\.memberKeys)
          .filter { path in !taken.contains { $0.starts(with: path) } }
          .map { .init(table: root.name, path: $0, keys: key.importPaths.compactMap(\.memberKeys)) }
      }
    }

    /// Where the JSON of an entity, or of one that extends it, may have the other ends of relationships that are values of records
    /// that synchronise by themselves.
    private func otherEnds(in entity: String) -> [OtherEnds.Place] {
      let family = ([entity] + graph.descendants(of: entity).map(\.name)).compactMap(graph.entity)
      return family.flatMap(\.relationships).flatMap { relationship -> [OtherEnds.Place] in
        guard let inverse = graph.inverse(of: relationship), let root = graph.root(of: relationship.target),
          synced.contains(root.name), root.primaryKey.count == 1,
          let key = graph.attribute(root.primaryKey[0], of: root.name)
        else { return [] }
        let position = layout.table(of: root.name)?.columns.first {
          $0.source == .position(entity: inverse.target, relationship: relationship.name)
        }
        return paths(of: relationship).map {
          .init(
            table: root.name, name: inverse.name, path: $0, keys: key.importPaths.compactMap(\.memberKeys),
            position: position?.name)
        }
      }
    }

    private func column(
      of column: Layout.Column, key: String, _ plan: SyncPlan.Entity
    ) -> SyncedTable.Column? {
      guard column.name != key else { return nil }
      switch column.source {
      case .attribute(let owner, let name):
        guard let attribute = graph.entity(owner)?.attributes.first(where: { $0.name == name }),
          !attribute.isLocal, attribute.exportPath != nil, !plan.neverSent.contains(name)
        else { return nil }
        return .init(
          name: column.name, member: name, isList: attribute.type.isArray,
          paths: attribute.importPaths == [.rest] ? [[]] : attribute.importPaths.compactMap(\.memberKeys),
          filling: column.isRequired ? column.defaultValue : nil)
      case .relationship(let owner, let name, _):
        guard let relationship = graph.entity(owner)?.relationships.first(where: { $0.name == name }),
          relationship.exportPath != nil || relationship.keyExportPath != nil, !plan.neverSent.contains(name)
        else { return nil }
        if let choice = relationship.choice { return link(relationship, choice, of: owner) }
        return .init(
          name: column.name, member: name, isList: false, target: graph.root(of: relationship.target)?.name,
          paths: paths(of: relationship))
      case .entityName:
        // A record always has one, also if its JSON leaves it out.
        return .init(name: column.name, member: column.name, isList: false, paths: [[]], isKind: true)
      case .position, .rowIdentifier: return nil
      }
    }

    /// The entities of a family that do not have a column.
    private func entities(of root: String, lacking column: Layout.Column) -> Set<String> {
      switch column.source {
      case .attribute(let owner, _), .relationship(let owner, _, _):
        Set([root] + graph.descendants(of: root).map(\.name))
          .subtracting([owner] + graph.descendants(of: owner).map(\.name))
      case .position, .entityName, .rowIdentifier: []
      }
    }

    /// A link to one of several entities, made for the first of its columns.
    private func link(
      _ first: Schema.Relationship, _ choice: Schema.Choice, of owner: String
    ) -> SyncedTable.Column? {
      let parts = graph.entity(owner)?.choices.first { $0.name == choice.name }?.relationships ?? []
      guard parts.first?.name == first.name else { return nil }
      var column = SyncedTable.Column(
        name: choice.name, member: choice.name, isList: false, paths: paths(of: first))
      column.choice = .init(
        parts: parts.map { part in
          .init(
            entity: part.target, column: part.name, target: graph.root(of: part.target)?.name ?? part.target,
            value: choice.oneOf.values.first { $0.entity == part.target }?.spelled ?? .string(part.target))
        }, typePath: choice.typePaths.lazy.compactMap(\.memberKeys).first)
      return column
    }

    private func paths(of relationship: Schema.Relationship) -> [[String]] {
      (relationship.importPaths + relationship.foreignKeyPaths).compactMap(\.memberKeys)
    }

    /// The columns that refer to a table's rows.
    private func references(to root: String) -> [SyncedTable.Reference] {
      let columns = layout.tables.flatMap { table in
        table.columns.compactMap { column -> SyncedTable.Reference? in
          guard case .relationship(let owner, let name, _) = column.source,
            let relationship = graph.relationship(name, of: owner),
            graph.root(of: relationship.target)?.name == root
          else { return nil }
          return .init(
            name: "\(owner).\(name)", table: table.name, column: column.name,
            choice: relationship.choice.map { .init(name: $0.name, entity: relationship.target) })
        }
      }
      let links = layout.linkTables.compactMap { link -> SyncedTable.Reference? in
        guard let column = link.targetColumns.first?.name, graph.root(of: link.targetEntity)?.name == root
        else { return nil }
        return .init(name: "\(link.sourceEntity).\(link.relationship)", table: link.name, column: column)
      }
      return columns + links
    }

    private func list(_ name: String, of entity: String) -> SyncedTable.List? {
      guard let (owner, relationship) = graph.relationship(name, inFamilyOf: entity),
        let target = graph.root(of: relationship.target)?.name
      else { return nil }
      let paths = paths(of: relationship)
      let family = Set(graph.descendants(of: entity).map(\.name))
      let lacking = family.subtracting(graph.descendants(of: owner).map(\.name))
      for link in layout.linkTables {
        guard let source = link.sourceColumns.first?.name, let other = link.targetColumns.first?.name else {
          continue
        }
        if link.relationship == name, family.contains(link.sourceEntity) {
          return .init(
            name: name, table: link.name, owner: source, other: other,
            position: link.isOrdered ? "position" : nil, target: target, paths: paths, lacking: lacking)
        }
        if link.inverse == name, family.contains(link.targetEntity) {
          return .init(
            name: name, table: link.name, owner: other, other: source,
            position: link.isInverseOrdered ? "source_position" : nil, target: target, paths: paths,
            lacking: lacking)
        }
      }
      return nil
    }

    private func relation(
      _ links: SyncPlan.Links, _ list: SyncedTable.List, _ collection: String, _ plan: SyncPlan.Entity
    ) -> SyncedTable {
      var table = SyncedTable(
        plan: plan,
        collection: SyncCollection(
          name: "\(plan.name).\(links.relationship)", path: collection, settings: plan.settings, isLinks: true
        ),
        name: list.table, keys: [list.owner, list.other], fingerprint: "\(links) \(SyncModel.settings(plan))"
      )
      let link = layout.linkTables.first { $0.name == list.table }
      // The relationship may be the inverse of the one that has the table.
      let isSource = link?.sourceColumns.first?.name == list.owner
      table.linkEntities = .init(
        source: plan.name, sourceKey: graph.keyColumns(of: plan.name).first?.name ?? "", target: list.target,
        targetKey: graph.keyColumns(of: list.target).first?.name ?? "",
        sourceReference: (isSource ? link?.sourceName : link?.targetName) ?? "",
        targetReference: (isSource ? link?.targetName : link?.sourceName) ?? "")
      return table
    }

    private func fingerprint(of table: Layout.Table, _ plan: SyncPlan.Entity) -> String {
      let family = table.entities.sorted().compactMap(graph.entity)
      let entities = family.map { entity in
        "\(entity.name) \(entity.discriminator) \(entity.discriminatorValues.map(\.asRead)) \(entity.deletedWhen) "
          + "\(entity.uniques)"
      }
      let attributes = family.flatMap(\.attributes).filter { !$0.isLocal }
        .map { attribute in
          "\(attribute.name) \(attribute.type) \(attribute.importPaths) \(attribute.dateFormats) "
            + "\(attribute.isOptional) \(attribute.defaultValue ?? .null) \(attribute.coerces) "
            + "\(attribute.transform ?? "") \(attribute.isUnique)"
        }
      let relationships = family.flatMap(\.relationships)
        .map { relationship in
          let choice = relationship.choice.map { " \($0.typePaths) \($0.oneOf.asRead)" } ?? ""
          return
            "\(relationship.name) \(relationship.target) \(relationship.importPaths) \(relationship.foreignKeyPaths) "
            + "\(relationship.isOptional) \(relationship.isKeyed)\(choice)"
        }
      let rest = "\(plan.collection) \(plan.links) \(SyncModel.settings(plan))"
      return "\(FNV.hash((entities + attributes + relationships + [rest]).joined(separator: "\n")))"
    }
  }
}

extension SyncModel {
  /// The adapter's settings of an entity, which may filter its records.
  private static func settings(_ plan: SyncPlan.Entity) -> String {
    plan.settings.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: " ")
  }
}

extension SchemaGraph {
  /// A relationship of an entity, or of one that extends it, and the entity that declares it.
  func relationship(
    _ name: String, inFamilyOf root: String
  ) -> (entity: String, relationship: Schema.Relationship)? {
    for entity in descendants(of: root) {
      if let found = entity.relationships.first(where: { $0.name == name }) { return (entity.name, found) }
    }
    return nil
  }
}

extension Schema.DiscriminatorValue {
  /// The value as an export writes it.
  fileprivate var spelled: JSONValue {
    guard isBare else { return .string(name) }
    return Bool(name).map(JSONValue.bool) ?? .number(name)
  }

  /// What of it decides how records are read: both spellings of a number are.
  fileprivate var asRead: Schema.DiscriminatorValue { Schema.DiscriminatorValue(name, entity) }
}

extension Schema.OneOf {
  /// What of it decides how records are read.
  fileprivate var asRead: Schema.OneOf {
    Schema.OneOf(discriminator: discriminator, values: values.map(\.asRead))
  }
}

extension Schema.ImportPath {
  /// The path to the value; `nil` if it is not in a member.
  fileprivate var memberKeys: [String]? { if case .keys(let keys) = self { keys } else { nil } }
}

extension Schema.AttributeType {
  /// Whether it is a list.
  fileprivate var isArray: Bool { if case .array = self { true } else { false } }
}
