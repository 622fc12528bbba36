import RowsmithSchema

extension Resolver {
  /// Warns of attributes whose only import path is a place that their entity is never in.
  mutating func unsettableAttributes() {
    let graph = SchemaGraph(schema)
    for entity in schema.entities {
      let placed = entity.attributes.filter { attribute in
        [.mapKey, .value].contains { place in
          !attribute.importPaths.isEmpty && attribute.importPaths.allSatisfy { $0 == place }
        }
      }
      if placed.isEmpty { continue }
      let holders = holders(of: entity.name, graph)
      // If no list or map of them is known, they may be imported as one.
      if holders.isEmpty { continue }
      for attribute in placed {
        if attribute.importPaths.first == .mapKey {
          if holders.contains(.keyed) { continue }
          warn(attribute, of: entity, place: "$key", needs: "a map such as {\(entity.name)}")
        } else if holders.isDisjoint(with: [.keyed, .list]) {
          warn(attribute, of: entity, place: "$value", needs: "a list or map")
        }
      }
    }
  }

  /// How relationships and documents hold records of the entity or its family.
  ///
  /// To-one relationships do not count, because they may have only a key; nor do lists within the family, because its records
  /// must come from elsewhere first.
  private func holders(of entity: String, _ graph: SchemaGraph) -> Set<TypeReference.Shape> {
    let family = Set((graph.lineage(of: entity) + graph.descendants(of: entity)).map(\.name))
    var holders: Set<TypeReference.Shape> = []
    for holder in schema.entities {
      for relationship in holder.relationships where family.contains(relationship.target) {
        if relationship.isKeyed {
          holders.insert(.keyed)
        } else if relationship.cardinality == .toMany, !family.contains(holder.name) {
          holders.insert(.list)
        }
      }
    }
    for member in model.documents.flatMap(\.members) {
      let entities = member.oneOf?.values.map(\.entity.value) ?? [member.type.name]
      if entities.contains(where: family.contains) { holders.insert(member.type.shape) }
    }
    return holders
  }

  private mutating func warn(
    _ attribute: Schema.Attribute, of entity: Schema.Entity, place: String, needs: String
  ) {
    let range = range(of: attribute.name, in: entity.name)
    diagnostics.append(.neverSet(attribute.name, place: place, entity.name, needs: needs, at: range))
  }
}
