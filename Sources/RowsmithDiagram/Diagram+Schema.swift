public import RowsmithSchema

extension Diagram {
  /// Creates the diagram of a model.
  public init(_ schema: Schema) {
    let graph = SchemaGraph(schema)
    name = schema.name
    entities = schema.entities.map { Entity($0, graph) }
    edges = schema.entities.compactMap { entity in
      entity.parent.map { parent in
        Edge(
          kind: .inheritance, from: End(entity: parent, count: .one),
          to: End(entity: entity.name, count: .zeroOrOne))
      }
    }
    var drawn: Set<[String]> = []
    for entity in schema.entities {
      for relationship in entity.relationships where !drawn.contains([entity.name, relationship.name]) {
        edges.append(Edge(relationship, of: entity, graph))
        if let inverse = graph.inverse(of: relationship),
          let owner = graph.declarer(of: inverse.name, in: relationship.target)
        {
          drawn.insert([owner.name, inverse.name])
        }
      }
    }
  }
}

extension Diagram.Edge {
  init(_ relationship: Schema.Relationship, of entity: Schema.Entity, _ graph: SchemaGraph) {
    let inverse = graph.inverse(of: relationship)
    kind = .relationship
    // Without an inverse, any number of records may have the same target, unless no two of them may.
    from = Diagram.End(
      entity: entity.name, relationship: relationship.name,
      count: inverse.map(Diagram.Count.init) ?? (entity.isUnique(relationship) ? .zeroOrOne : .many))
    to = Diagram.End(
      entity: relationship.target, relationship: inverse?.name, count: Diagram.Count(relationship))
  }
}

extension Schema.Entity {
  /// Whether no two records have the same target of a relationship.
  fileprivate func isUnique(_ relationship: Schema.Relationship) -> Bool {
    relationship.cardinality == .toOne
      && (primaryKey == [relationship.name] || uniques.contains([relationship.modelName]))
  }
}

extension Diagram.Count {
  /// The count for a relationship.
  init(_ relationship: Schema.Relationship) {
    self = relationship.cardinality == .toMany ? .many : relationship.isOptional ? .zeroOrOne : .one
  }
}

extension Diagram.Entity {
  init(_ entity: Schema.Entity, _ graph: SchemaGraph) {
    name = entity.name
    parent = entity.parent
    doc = entity.doc
    let key = entity.parent == nil ? entity.primaryKey : []
    let uniques = entity.uniques.filter { $0.count == 1 }.joined()
    func marks(_ name: String, isUnique: Bool) -> [Diagram.Mark] {
      (key.contains(name) ? [.primaryKey] : []) + (isUnique || uniques.contains(name) ? [.unique] : [])
    }
    columns = entity.attributes.map { attribute in
      let (type, isArray) = attribute.type.spelling
      return Diagram.Column(
        name: attribute.name, type: type, isArray: isArray, isOptional: attribute.isOptional,
        marks: marks(attribute.name, isUnique: attribute.isUnique), doc: attribute.doc)
    }
    for relationship in entity.relationships where relationship.cardinality == .toOne {
      let parts = KeyPart.parts(of: relationship.target, graph)
      for part in parts {
        // A link to one of several entities is unique as a whole.
        var marks = marks(relationship.name, isUnique: uniques.contains(relationship.modelName))
        marks.insert(.foreignKey, at: marks.first == .primaryKey ? 1 : 0)
        columns.append(
          Diagram.Column(
            name: parts.count == 1 ? relationship.name : "\(relationship.name)_\(part.name)", type: part.type,
            isArray: false, isOptional: relationship.isOptional, marks: marks, doc: relationship.doc))
      }
    }
  }
}
