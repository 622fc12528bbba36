import RowsmithSchema

extension Resolver {
  /// An index, key or constraint that already orders the rows of a table by some columns.
  private struct Cover {
    var columns: [String]
    var isUnique: Bool
    /// The name in a sentence.
    var name: String
  }

  /// Resolves the indexes and uniqueness constraints of every entity, and reports redundant ones.
  mutating func resolveIndexes() {
    let graph = SchemaGraph(schema)
    for index in schema.entities.indices {
      let entity = schema.entities[index]
      guard let declaration = declarations[entity.name] else { continue }
      var covers: [Cover] = []
      if !entity.primaryKey.isEmpty {
        covers.append(Cover(columns: entity.primaryKey, isUnique: true, name: "the primary key"))
      }
      let uniques = declaration.uniques.compactMap { columns($0, in: "unique", of: entity, graph) }
      let indexes = declaration.indexes.compactMap { columns($0, in: "indexes", of: entity, graph) }
      schema.entities[index].uniques = uniques.map(\.value)
      schema.entities[index].indexes = indexes.map(\.value)
      for unique in declaration.attributes.compactMap({ flag($0.isUnique, $0.name.value) }) + uniques {
        add(unique, isUnique: true, to: &covers)
      }
      for relationship in entity.relationships where relationship.cardinality == .toOne {
        let name = "the relationship's own index"
        covers.append(Cover(columns: [relationship.name], isUnique: false, name: name))
      }
      for choice in entity.choices {
        covers.append(Cover(columns: [choice.name], isUnique: false, name: "the relationship's own index"))
      }
      let longestFirst = indexes.sorted { $0.value.count > $1.value.count }
      for index in longestFirst + declaration.attributes.compactMap({ flag($0.isIndexed, $0.name.value) }) {
        add(index, isUnique: false, to: &covers)
      }
    }
  }

  private func flag(_ flag: Located<Bool>?, _ name: String) -> Located<[String]>? {
    guard let flag, flag.value else { return nil }
    return Located(value: [name], range: flag.range)
  }

  private mutating func add(_ wanted: Located<[String]>, isUnique: Bool, to covers: inout [Cover]) {
    let columns = wanted.value
    if isUnique {
      if let cover = covers.first(where: { $0.isUnique && $0.columns == columns }) {
        diagnostics.append(.coveredUnique(columns, by: cover.name, at: wanted.range))
      }
    } else if let cover = covers.first(where: { $0.columns.starts(with: columns) }) {
      diagnostics.append(.coveredIndex(columns, by: cover.name, at: wanted.range))
    }
    let kind = isUnique ? "the uniqueness constraint" : "the index"
    covers.append(Cover(columns: columns, isUnique: isUnique, name: "\(kind) on \(columns.listed("and"))"))
  }

  /// The columns of an index, own or inherited; `nil` if one of them is unknown.
  private mutating func columns(
    _ names: Located<[Located<String>]>, in key: String, of entity: Schema.Entity, _ graph: SchemaGraph
  ) -> Located<[String]>? {
    let errors = diagnostics.count
    let names = Located(value: names.value.map { column($0, of: entity, graph) }, range: names.range)
    for name in names.value {
      if graph.attribute(name.value, of: entity.name) != nil { continue }
      if graph.relationship(name.value, of: entity.name)?.cardinality == .toOne { continue }
      if graph.choice(name.value, of: entity.name) != nil { continue }
      let line = graph.lineage(of: entity.name).compactMap { declarations[$0.name] }
      let attributes = line.flatMap { $0.attributes.map(\.name.value) }
      if attributes.contains(name.value) || line.contains(where: \.isIncomplete) { continue }
      // A relationship that could not be resolved has already been reported.
      let links = line.flatMap(\.relationships)
      if graph.relationship(name.value, of: entity.name) == nil,
        links.contains(where: { $0.name.value == name.value || $0.choice?.name.value == name.value })
      {
        continue
      }
      let toOnes = graph.relationships(of: entity.name).filter { $0.cardinality == .toOne }.map(\.modelName)
      let nearest = suggestions.nearest(to: name.value, in: attributes + toOnes)
      if let choice = line.compactMap({ shown(name.value, of: $0) }).first {
        diagnostics.append(.computedColumn(name.value, of: choice, in: key, at: name.range))
        continue
      }
      diagnostics.append(
        .unknownColumn(name.value, entity.name, in: key, suggestion: nearest, at: name.range))
    }
    guard diagnostics.count == errors else { return nil }
    return Located(value: names.value.map(\.value), range: names.range)
  }

  /// The relationship to one of several entities that a column belongs to: `subject` for `subject_id`.
  private func shown(_ column: String, of entity: EntityDeclaration) -> String? {
    entity.relationships.lazy.compactMap(\.choice?.name.value).first {
      column == "\($0)_id" || column == "\($0)_type"
    }
  }

  /// The column of a part of a value, in the notation of queries: `address.city`.
  func column(
    _ name: Located<String>, of entity: Schema.Entity, _ graph: SchemaGraph
  ) -> Located<String> {
    guard name.value.contains(".") else { return name }
    let column = name.value.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "_")
    let isPart = graph.attribute(column, of: entity.name) != nil
    return isPart ? Located(value: column, range: name.range) : name
  }
}
