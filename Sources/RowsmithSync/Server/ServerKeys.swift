package import Rowsmith
package import RowsmithAPI
package import RowsmithSchema

/// Which records the server knows by keys of its own (`serverKey` in the `sync` of an entity), and where others name them.
///
/// Here a record keeps the key that was made for it. In JSON that is sent, the members that lead to such records have the
/// server's keys; in JSON that is imported, ours.
package struct ServerKeys: Sendable {
  /// A to-one relationship that leads to records with keys of the server's.
  package struct Reference: Sendable, Hashable {
    /// The relationship.
    package var relationship: String
    /// The entity that it leads to.
    package var target: String
    /// Where the JSON may have the key.
    package var paths: [[String]]
    /// Where it may also lead to others: where the JSON says what the key is a key of, and how it says that it is the target.
    package var kind: Kind?

    package struct Kind: Sendable, Hashable {
      package var paths: [[String]]
      package var values: [String]
    }

    /// Whether the JSON leads to the target.
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
      references[entity.name] = graph.relationships(of: entity.name).compactMap { relationship in
        guard relationship.cardinality == .toOne,
          let target = graph.root(of: relationship.target)?.name, attributes[target] != nil
        else { return nil }
        let places = [relationship.keyExportPath, relationship.exportPath].compactMap(\.self)
        let paths = (relationship.foreignKeyPaths + relationship.importPaths).compactMap {
          if case .keys(let keys) = $0 { keys } else { nil }
        }
        let all = (places + paths).enumerated().filter { !(places + paths).prefix($0).contains($1) }
        let kind = relationship.choice.map { choice in
          Reference.Kind(
            paths: choice.typePaths.compactMap { if case .keys(let keys) = $0 { keys } else { nil } },
            values: choice.oneOf.values.filter { $0.entity == relationship.target }.map(\.name))
        }
        return Reference(
          relationship: relationship.name, target: target, paths: all.map(\.element), kind: kind)
      }
    }
  }

  /// The attribute that holds the server's key; nil for an entity whose records have one key everywhere.
  package func attribute(of entity: String) -> String? { attributes[entity] }

  /// A key of the server's as JSON has it.
  package func json(_ key: String, of entity: String) -> JSONValue {
    numbers.contains(entity) && Int64(key) != nil ? .number(key) : .string(key)
  }

  /// The references of an entity, in the order of the model.
  package func references(of entity: String) -> [Reference] { references[entity] ?? [] }

  /// Whether the JSON of an entity has to be translated.
  package func concern(_ entity: String) -> Bool { !references(of: entity).isEmpty }

  /// The keys that the JSON of a record names others by.
  package func named(in json: JSONValue, of entity: String) -> [(target: String, key: String)] {
    references(of: entity).filter { $0.leads(json) }.flatMap { reference in
      reference.paths.compactMap { path in json.value(at: path)?.scalarText.map { (reference.target, $0) } }
    }
  }

  /// The JSON with other keys in the members that lead to others.
  ///
  /// - Parameter key: the other key of a record of an entity; nil, which becomes `null`, where there is none.
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
