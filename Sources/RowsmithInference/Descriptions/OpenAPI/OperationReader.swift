/// Reads `paths`.
struct OperationReader {
  private let library: SchemaLibrary
  private static let methods = ["get", "post", "put", "patch", "delete"]

  init(_ library: SchemaLibrary) { self.library = library }

  /// The operations, in the order of the description.
  func operations() -> [Operation] {
    for key in ["webhooks", "x-webhooks"] where library.root.value[key]?.object?.isEmpty == false {
      library.note(library.root.place.below(key), "a callback of the server is not a route; left out")
    }
    return library.root.members("paths").flatMap { path, node -> [Operation] in
      guard path.hasPrefix("/"), let item = library.resolve(node) else { return [] }
      if item.value["servers"] != nil {
        library.note(item.place.below("servers"), "a path cannot have servers of its own; left out")
      }
      let shared = parameters(item)
      return item.members(inOrder: Self.methods).map { operation($0, path, $1, shared) }
    }
  }

  private func operation(
    _ method: String, _ path: String, _ node: SchemaNode, _ shared: [Operation.Parameter]
  ) -> Operation {
    let own = parameters(node)
    let inherited = shared.filter { parameter in
      !own.contains { $0.name == parameter.name && $0.location == parameter.location }
    }
    var operation = Operation(
      method: method, path: path, place: node.place, identifier: node.value["operationId"]?.text,
      summary: (node.value["summary"]?.text ?? node.value["description"]?.text)?.firstSentence,
      parameters: inherited + own)
    if node.value["callbacks"] != nil { library.note(node.place.below("callbacks"), "left out") }
    if let body = node["requestBody"].flatMap(library.resolve) {
      operation.body = schema(of: body)
      if operation.body == nil {
        library.note(body.place, "the body is not JSON; the route sends nothing")
      }
    }
    responses(node, &operation)
    return operation
  }

  private func responses(_ node: SchemaNode, _ operation: inout Operation) {
    let responses = node.members("responses")
    let successes = responses.filter { $0.key.hasPrefix("2") }
    for (_, node) in successes {
      guard let response = library.resolve(node) else { continue }
      if operation.answer == nil { operation.answer = schema(of: response) }
      let headers = response.value["headers"]?.object?.keys ?? []
      if headers.contains(where: { $0.lowercased() == "link" }) { operation.hasLinks = true }
    }
    // `default` is any other answer; if no success is listed, it is also the success.
    let others = responses.filter { $0.key.hasPrefix("4") || $0.key == "default" || $0.key.hasPrefix("5") }
    if successes.isEmpty, let node = responses.first(where: { $0.key == "default" })?.node {
      operation.answer = library.resolve(node).flatMap(schema(of:))
    } else {
      operation.failure = others.lazy.compactMap { library.resolve($0.node).flatMap(schema(of:)) }.first
    }
  }

  /// The schema of the JSON content type.
  private func schema(of node: SchemaNode) -> SchemaNode? {
    let contents = node.members("content")
    let json = contents.first { key, _ in
      let kind = key.prefix { $0 != ";" }.lowercased()
      return kind == "application/json" || kind.hasSuffix("+json") || kind == "*/*" || kind == "application/*"
        || kind == "text/json"
    }
    return json?.node["schema"]
  }

  private func parameters(_ node: SchemaNode) -> [Operation.Parameter] {
    node.items("parameters").compactMap { item in
      guard let parameter = library.resolve(item), let name = parameter.value["name"]?.text,
        let location = parameter.value["in"]?.text
      else { return nil }
      let schema = parameter["schema"] ?? parameter.members("content").first?.node["schema"]
      let isDeep = parameter.value["style"]?.text == "deepObject"
      return Operation.Parameter(
        name: name, location: location, schema: schema, place: parameter.place, isDeep: isDeep)
    }
  }
}

extension SchemaNode {
  /// The members with these keys, in the order of the document.
  fileprivate func members(inOrder keys: [String]) -> [(key: String, node: SchemaNode)] {
    (value.object?.keys ?? []).filter(keys.contains).compactMap { key in self[key].map { (key, $0) } }
  }
}
