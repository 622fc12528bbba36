import RowsmithSchema

extension Resolver {
  /// A relationship of an entity.
  private struct End: Equatable {
    var entity: Int
    var relationship: Int
  }

  /// Resolves which relationships are inverses: first those that the model declares, then those with only one candidate.
  mutating func resolveInverses() {
    let ends = schema.entities.indices.flatMap { entity in
      schema.entities[entity].relationships.indices.map { End(entity: entity, relationship: $0) }
    }
    let graph = SchemaGraph(schema)
    var isRefused = schema.entities.map { $0.relationships.map { _ in false } }
    for end in ends {
      guard let inverse = declaration(of: end)?.inverse else { continue }
      // A relationship with an invalid inverse is not guessed either: the model wants another one.
      isRefused[end.entity][end.relationship] = true
      guard inverse.value != "none" || named("none", in: relationship(end).target) != nil else { continue }
      connect(end, to: inverse, graph)
    }
    for end in ends where relationship(end).inverse == nil && !isRefused[end.entity][end.relationship] {
      guard let other = onlyCandidate(for: end), onlyCandidate(for: other) == end else { continue }
      guard relationship(other).inverse == nil, !isRefused[other.entity][other.relationship], other != end
      else { continue }
      pair(end, other)
    }
  }

  private mutating func connect(_ end: End, to inverse: Located<String>, _ graph: SchemaGraph) {
    let this = relationship(end)
    let entity = schema.entities[end.entity].name
    guard
      let other = named(inverse.value, in: this.target)
        ?? part(of: inverse.value, in: this.target, leadingTo: entity)
    else {
      reportUnknownInverse(inverse, of: this, graph)
      return
    }
    let that = relationship(other)
    if other == end {
      diagnostics.append(.inverseOfItself(this.name, at: inverse.range))
    } else if that.target != entity {
      diagnostics.append(
        .inverseLeadsElsewhere(that.name, of: this.target, to: that.target, not: entity, at: inverse.range))
    } else if let named = declaration(of: other)?.inverse?.value, named != this.name, named != this.modelName
    {
      diagnostics.append(.inversesDisagree(this.modelName, that.modelName, named, at: inverse.range))
    } else if let taken = that.inverse, taken != this.name {
      diagnostics.append(.inverseTaken(that.name, by: taken, at: inverse.range))
    } else {
      pair(end, other)
    }
  }

  private mutating func reportUnknownInverse(
    _ inverse: Located<String>, of relationship: Schema.Relationship, _ graph: SchemaGraph
  ) {
    if let declarer = graph.declarer(of: inverse.value, in: relationship.target) {
      diagnostics.append(
        .inverseIsInherited(
          inverse.value, declarer.name, of: relationship.name, relationship.target, at: inverse.range))
      return
    }
    guard let target = declarations[relationship.target], !target.isIncomplete else { return }
    if target.relationships.contains(where: { $0.name.value == inverse.value }) { return }
    let nearest = suggestions.nearest(to: inverse.value, in: target.relationships.map(\.name.value))
    diagnostics.append(
      .unknownInverse(inverse.value, target.name.value, suggestion: nearest, at: inverse.range))
  }

  /// The only relationship of the target that leads back; `nil` if there are none or several.
  ///
  /// Of an entity's relationships to itself, only a to-one and a to-many are paired (parent and children), not two of a kind
  /// (mother and father).
  private func onlyCandidate(for end: End) -> End? {
    let this = relationship(end)
    guard let target = places[this.target] else { return nil }
    let candidates = schema.entities[target].relationships.indices.map {
      End(entity: target, relationship: $0)
    }
    .filter { relationship($0).target == schema.entities[end.entity].name && $0 != end }
    guard candidates.count == 1 else { return nil }
    if target == end.entity, relationship(candidates[0]).cardinality == this.cardinality { return nil }
    return candidates[0]
  }

  private mutating func pair(_ end: End, _ other: End) {
    let (name, otherName) = (relationship(end).name, relationship(other).name)
    schema.entities[end.entity].relationships[end.relationship].inverse = otherName
    schema.entities[other.entity].relationships[other.relationship].inverse = name
  }

  private func named(_ name: String, in entity: String) -> End? {
    guard let index = places[entity] else { return nil }
    let relationships = schema.entities[index].relationships
    // The position of the declaration, unless earlier ones could not be resolved.
    if let place = relationshipPlaces[entity]?[name], place < relationships.count,
      relationships[place].name == name
    {
      return End(entity: index, relationship: place)
    }
    return relationships.firstIndex { $0.name == name }.map { End(entity: index, relationship: $0) }
  }

  /// The part, for one target, of a relationship to one of several entities.
  private func part(of choice: String, in entity: String, leadingTo target: String) -> End? {
    guard let index = places[entity] else { return nil }
    return schema.entities[index].relationships.firstIndex {
      $0.choice?.name == choice && $0.target == target
    }.map { End(entity: index, relationship: $0) }
  }

  private func relationship(_ end: End) -> Schema.Relationship {
    schema.entities[end.entity].relationships[end.relationship]
  }

  private func declaration(of end: End) -> RelationshipDeclaration? {
    relationshipDeclaration(relationship(end).name, of: schema.entities[end.entity].name)
  }
}
