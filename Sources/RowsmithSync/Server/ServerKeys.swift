package import Rowsmith
package import RowsmithAPI
package import RowsmithSchema

/// The entities whose records have separate server keys (`serverKey` in the `sync` of an entity), and the references to them.
///
/// The database keeps the local key of such a record. References in JSON that is sent have the server's keys; in JSON that is
/// imported, local ones.
package struct ServerKeys: Sendable {
  /// A to-one relationship to records with server keys.
  package struct Reference: Sendable, Hashable {
    /// The relationship.
    package var relationship: String
    /// The entity of the target.
    package var target: String
    /// Where the JSON may have the foreign key.
    package var paths: [[String]]
    /// For a link to one of several entities: where the JSON has the type, and the types that mean this target.
    package var kind: Kind?

    package struct Kind: Sendable, Hashable {
      package var paths: [[String]]
      package var values: [String]
    }

    /// Whether the JSON refers to this target.
    func leads(_ json: JSONValue) -> Bool {
      guard let kind else { return true }
      let value = kind.paths.lazy.compactMap { json.value(at: $0)?.scalarText }.first
      return value.map(kind.values.contains) ?? false
    }
  }

  private var attributes: [String: String] = [:]
  private var numbers: Set<String> = []
  private var references: [String: [Reference]] = [:]

  package init(_ plan: SyncPlan, _ schema: Schema) {
    let graph = SchemaGraph(schema)
    for entity in plan.entities {
      guard let name = entity["serverKey"] else { continue }
      attributes[entity.name] = name
      if graph.attribute(name, of: entity.name)?.type == .scalar(.int) { numbers.insert(entity.name) }
    }
    for entity in plan.entities {
      // Also those of the entities that extend it: their records are in the same collection.
      let family = [entity.name] + graph.descendants(of: entity.name).map(\.name)
      let all = family.compactMap(graph.entity).flatMap(\.relationships).compactMap {
        relationship -> Reference? in
        guard relationship.cardinality == .toOne,
          let target = graph.root(of: relationship.target)?.name, attributes[target] != nil
        else { return nil }
        let places = [relationship.keyExportPath, relationship.exportPath].compactMap(\.self)
        let paths =
          places
          + (relationship.foreignKeyPaths + relationship.importPaths).compactMap {
            if case .keys(let keys) = $0 { keys } else { nil }
          }
        let kind = relationship.choice.map { choice in
          Reference.Kind(
            paths: choice.typePaths.compactMap { if case .keys(let keys) = $0 { keys } else { nil } },
            values: choice.oneOf.values.filter { $0.entity == relationship.target }.map(\.name))
        }
        return Reference(
          relationship: relationship.name, target: target, paths: paths.withoutRepeated, kind: kind)
      }
      // What a sibling reads from the same place as something else cannot be told apart by its path.
      let members = family.compactMap(graph.entity)
      let claims = members.flatMap { member in
        member.relationships.flatMap { link in
          (link.importPaths + link.foreignKeyPaths).map {
            (target: graph.root(of: link.target)?.name, path: $0)
          }
        } + member.attributes.flatMap { $0.importPaths.map { (target: String?.none, path: $0) } }
      }
      let own = Set(graph.relationships(of: entity.name).map(\.name))
      // Two of the family may declare the same link, whose key is replaced once.
      references[entity.name] = all.withoutRepeated.filter { reference in
        own.contains(reference.relationship) || reference.kind != nil
          || !claims.contains { claim in
            claim.target != reference.target && reference.paths.contains { claim.path == .keys($0) }
          }
      }
    }
  }

  /// The attribute with the server's key; `nil` for an entity without separate server keys.
  package func attribute(of entity: String) -> String? { attributes[entity] }

  /// The JSON of a server key.
  package func json(_ key: String, of entity: String) -> JSONValue {
    numbers.contains(entity) && Int64(key) != nil ? .number(key) : .string(key)
  }

  /// The references of an entity, in the order of the model.
  package func references(of entity: String) -> [Reference] { references[entity] ?? [] }

  /// Whether the JSON of an entity has to be translated.
  package func concern(_ entity: String) -> Bool { !references(of: entity).isEmpty }

  /// The keys by which a record's JSON refers to others.
  package func named(in json: JSONValue, of entity: String) -> [(target: String, key: String)] {
    references(of: entity).filter { $0.leads(json) }.flatMap { reference in
      reference.paths.compactMap { path in json.value(at: path)?.scalarText.map { (reference.target, $0) } }
    }
  }

  /// The JSON with the keys in references replaced.
  ///
  /// - Parameter key: returns the replacement for a key of an entity; `nil`, written as `null`, if there is none.
  package func translated(
    _ json: JSONValue, of entity: String, _ key: (_ target: String, _ key: String) throws -> JSONValue?
  ) rethrows -> JSONValue {
    var json = json
    for reference in references(of: entity) where reference.leads(json) {
      for path in reference.paths {
        guard let text = json.value(at: path)?.scalarText else { continue }
        json.set(try key(reference.target, text) ?? .null, at: path)
      }
    }
    return json
  }
}

extension Array where Element: Hashable {
  /// The elements without later repetitions.
  fileprivate var withoutRepeated: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
