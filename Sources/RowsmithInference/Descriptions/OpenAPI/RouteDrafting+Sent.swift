extension RouteDrafting {
  /// The entity that a route deletes: the one that other routes get, send or put at the same path.
  func deletedEntity(_ call: OpenAPICall) -> String? {
    guard call.operation.path.hasSuffix("}") else { return nil }
    return single(at: call.operation) ?? call.operation.literals.last.flatMap(index.entity(named:))
  }

  /// The entity of the single record at the path of an operation.
  private func single(at operation: Operation) -> String? {
    (calls[operation.blankPath] ?? []).lazy.compactMap { call in
      call.records.count == 1 && call.records[0].type == call.records[0].entity ? call.records[0].entity : nil
    }.first
  }

  /// The entity of the records in the request, and the key that contains them.
  func sentEntity(_ call: OpenAPICall) -> (entity: String, under: String?)? {
    let operation = call.operation
    guard let body = operation.body, operation.method != "get", operation.method != "delete" else {
      return nil
    }
    let facts = translator.facts(of: body)
    let candidates = candidates(call)
    if let found = fitting(facts, candidates) { return (found, nil) }
    if facts.properties.count == 1,
      let found = fitting(translator.facts(of: facts.properties[0].schema), candidates)
    {
      return (found, facts.properties[0].key)
    }
    translator.library.note(body.place, unsent(facts, candidates.first))
    return nil
  }

  private func unsent(_ facts: SchemaFacts, _ entity: String?) -> String {
    guard facts.isObject, let entity else { return "the body is not a record; the route sends nothing" }
    let known = keys(of: entity)
    let others = facts.properties.map(\.key).filter { !known.contains($0) }.prefix(5).joined(separator: ", ")
    return "the body does not match \(entity): it has \(others); the route sends nothing"
  }

  /// The entities that a body may contain, most likely first.
  private func candidates(_ call: OpenAPICall) -> [String] {
    let own = call.records.count == 1 ? [call.records[0].entity] : []
    let here = single(at: call.operation).map { [$0] } ?? []
    let listed = (calls[call.operation.blankPath] ?? []).filter { $0.records.count == 1 }.map {
      $0.records[0].entity
    }
    let named = call.operation.literals.last.flatMap(index.entity(named:)).map { [$0] } ?? []
    return own + here + listed + named
  }

  /// The entity of a schema, or one that has all of its members.
  private func fitting(_ facts: SchemaFacts, _ candidates: [String]) -> String? {
    if case .entity(let name) = translator.role(at: facts.place), !index.lineage(of: name).isEmpty {
      return name
    }
    guard facts.isObject else { return nil }
    return candidates.first { entity in
      let known = keys(of: entity)
      return facts.properties.allSatisfy { known.contains($0.key) }
    }
  }

  /// The JSON keys of an entity.
  private func keys(of entity: String) -> Set<String> {
    Set(index.lineage(of: entity).flatMap { translator.sources[$0.name].map { Array($0.keys) } ?? [] })
  }
}
