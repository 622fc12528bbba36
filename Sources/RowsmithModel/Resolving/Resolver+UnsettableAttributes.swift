import RowsmithSchema

extension Resolver {
  /// Warns of attributes whose only source is a place in which their entity never is.
  mutating func unsettableAttributes() {
    let graph = SchemaGraph(schema)
    for entity in schema.entities {
      for attribute in entity.attributes where !attribute.importPaths.isEmpty {
        if attribute.importPaths.allSatisfy({ $0 == .mapKey }), !isHeld(entity.name, in: [.keyed], graph) {
          warn(attribute, of: entity, place: "$key", needs: "a map such as {\(entity.name)}")
        } else if attribute.importPaths.allSatisfy({ $0 == .value }),
          !isHeld(entity.name, in: [.keyed, .list], graph)
        {
          warn(attribute, of: entity, place: "$value", needs: "a list or map")
        }
      }
    }
  }

  /// Whether a relationship or document holds records of the entity or its family in such a shape.
  private func isHeld(_ entity: String, in shapes: Set<TypeReference.Shape>, _ graph: SchemaGraph) -> Bool {
    let family = Set((graph.lineage(of: entity) + graph.descendants(of: entity)).map(\.name))
    let isRelated = schema.entities.lazy.flatMap(\.relationships).contains {
      let shape: TypeReference.Shape = $0.isKeyed ? .keyed : $0.cardinality == .toMany ? .list : .single
      return family.contains($0.target) && shapes.contains(shape)
    }
    return isRelated
      || model.documents.lazy.flatMap(\.members).contains {
        let entities = $0.oneOf?.values.map(\.entity.value) ?? [$0.type.name]
        return shapes.contains($0.type.shape) && entities.contains(where: family.contains)
      }
  }

  private mutating func warn(
    _ attribute: Schema.Attribute, of entity: Schema.Entity, place: String, needs: String
  ) {
    let range = range(of: attribute.name, in: entity.name)
    diagnostics.append(.neverSet(attribute.name, place: place, entity.name, needs: needs, at: range))
  }
}
