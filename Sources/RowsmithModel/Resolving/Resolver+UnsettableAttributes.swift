import RowsmithSchema

extension Resolver {
  /// Warns of attributes whose only import path is a place that their entity is never in.
  mutating func warnOfUnsettableAttributes() {
    let graph = SchemaGraph(schema)
    // Looked for once, as each entity may have such attributes.
    var found: [String: [Holder]]?
    for entity in schema.entities {
      let placed = entity.attributes.filter { attribute in
        [.mapKey, .value].contains { place in
          !attribute.importPaths.isEmpty && attribute.importPaths.allSatisfy { $0 == place }
        }
      }
      if placed.isEmpty { continue }
      let all = found ?? holders()
      found = all
      let shapes = shapes(of: entity.name, all, graph)
      // If no list or map of them is known, they may be imported as one.
      if shapes.isEmpty { continue }
      for attribute in placed {
        if attribute.importPaths.first == .mapKey {
          if shapes.contains(.keyed) { continue }
          warn(attribute, of: entity, place: "$key", needs: "a map such as {\(entity.name)}")
        } else if shapes.isDisjoint(with: [.keyed, .list]) {
          warn(attribute, of: entity, place: "$value", needs: "a list or map")
        }
      }
    }
  }

  /// A relationship or document that holds records.
  private struct Holder {
    /// The entity that has the relationship; `nil` for a document.
    var entity: String?
    var shape: TypeReference.Shape
  }

  /// The relationships and documents that hold records, by their entities.
  ///
  /// To-one relationships do not count, because they may have only a key.
  private func holders() -> [String: [Holder]] {
    var holders: [String: [Holder]] = [:]
    for entity in schema.entities {
      for relationship in entity.relationships
      where relationship.isKeyed || relationship.cardinality == .toMany {
        holders[relationship.target, default: []].append(
          Holder(entity: entity.name, shape: relationship.isKeyed ? .keyed : .list))
      }
    }
    for member in model.documents.flatMap(\.members) {
      for name in member.oneOf?.values.map(\.entity.value) ?? [member.type.name] {
        holders[name, default: []].append(Holder(entity: nil, shape: member.type.shape))
      }
    }
    return holders
  }

  /// How relationships and documents hold records of the entity or its family.
  ///
  /// Lists within the family do not count, because its records must come from elsewhere first.
  private func shapes(
    of entity: String, _ holders: [String: [Holder]], _ graph: SchemaGraph
  ) -> Set<TypeReference.Shape> {
    let family = Set((graph.lineage(of: entity) + graph.descendants(of: entity)).map(\.name))
    let all = family.flatMap { holders[$0] ?? [] }
    let others = all.filter { holder in
      holder.shape != .list || holder.entity.map { !family.contains($0) } ?? true
    }
    return Set(others.map(\.shape))
  }

  private mutating func warn(
    _ attribute: Schema.Attribute, of entity: Schema.Entity, place: String, needs: String
  ) {
    let range = range(of: attribute.name, in: entity.name)
    diagnostics.append(.neverSet(attribute.name, place: place, entity.name, needs: needs, at: range))
  }
}
