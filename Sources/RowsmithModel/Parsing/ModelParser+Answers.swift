import RowsmithAPI

extension ModelParser {
  /// Reads the keys of a route that concern its answer.
  mutating func answer(_ fields: inout Fields, _ route: inout RouteDeclaration) {
    if let node = fields.take("returns") {
      if let type = TypeReference(node), type.shape != .keyed, !type.isOptional {
        route.returns = type
      } else {
        let found = TypeReference(node).map { "\($0)" } ?? node.kindDescription
        diagnostics.append(.malformedResult(found, of: route.name.value, at: node.range))
        route.isIncomplete = true
      }
    }
    route.at = fields.take("at").flatMap { keyPath($0, "'at'") }
    route.policy = fields.take("policy").flatMap { keyword($0, "policy", RoutePolicy.self) }
    route.pages = fields.take("pages").flatMap { pages($0) }
    if let range = fields.range(of: "incremental"), let node = fields.take("incremental") {
      route.incremental = incremental(node, at: range)
    }
    route.isList = fields.take("list").flatMap { bool($0, "'list'") }
    route.isCached = fields.take("cache").flatMap { bool($0, "'cache'") }
    route.maxAge = fields.take("maxAge").flatMap { wholeNumber($0, "'maxAge'", atLeast: 0) }
  }

  /// Reads `pages`: `link`, or a mapping whose keys determine the kind of paging.
  private mutating func pages(_ node: YAMLNode) -> Located<PagingDeclaration>? {
    if node.scalar?.text == "link" { return Located(value: .paging(.link), range: node.range) }
    guard node.entries != nil else {
      let expected = "link, or a mapping such as { parameter: page, size: per_page }"
      diagnostics.append(
        .wrongKind("'pages'", expected: expected, found: node.kindDescription, at: node.range))
      return nil
    }
    guard var fields = fields(of: node, in: .paging, called: "'pages'") else { return nil }
    let ways = ["offset", "cursor", "after"].filter { fields.range(of: $0) != nil }
    if let first = ways.first, let second = ways.dropFirst().first, let range = fields.range(of: second) {
      diagnostics.append(.twoWaysOfPaging(first, second, at: range))
      return nil
    }
    let sizeRange = fields.range(of: "size")
    let size = fields.take("size").flatMap { name($0, "'size'")?.value }
    if let way = ways.first, way != "offset", let sizeRange {
      diagnostics.append(.sizeWithoutEffect(way, at: sizeRange))
    }
    let parameterRange = fields.range(of: "parameter")
    let parameter = fields.take("parameter").flatMap { name($0, "'parameter'") }
    let paging = paging(ways.first, &fields, parameter, parameterRange, size: size, at: node.range)
    return paging.map { Located(value: $0, range: node.range) }
  }

  private mutating func paging(
    _ way: String?, _ fields: inout Fields, _ parameter: Located<String>?, _ parameterRange: SourceRange?,
    size: String?, at range: SourceRange
  ) -> PagingDeclaration? {
    switch way {
    case "offset":
      if let parameterRange { diagnostics.append(.parameterBesideOffset(at: parameterRange)) }
      return fields.take("offset").flatMap { name($0, "'offset'") }
        .map { .paging(.offset(parameter: $0.value, size: size)) }
    case "cursor":
      return fields.take("cursor").flatMap { keyPath($0, "'cursor'") }
        .map { .paging(.cursor(place: $0.value, parameter: parameter?.value)) }
    case "after":
      guard let attribute = fields.take("after").flatMap({ name($0, "'after'") }) else { return nil }
      if let parameter { return .after(attribute: attribute, parameter: parameter.value) }
      if parameterRange == nil { needsParameter("after: id, parameter: after_id", at: range) }
      return nil
    default:
      if let parameter { return .paging(.page(parameter: parameter.value, size: size)) }
      if parameterRange == nil { needsParameter("parameter: page", at: range) }
      return nil
    }
  }

  private mutating func needsParameter(_ example: String, at range: SourceRange) {
    diagnostics.append(.missingPart("parameter", of: "'pages'", write: example, at: range))
  }

  private mutating func incremental(_ node: YAMLNode, at range: SourceRange) -> IncrementalDeclaration? {
    guard var fields = fields(of: node, in: .incremental, called: "'incremental'") else { return nil }
    let overlap = fields.take("overlap").flatMap { wholeNumber($0, "'overlap'", atLeast: 0) }
    var parts: [Located<String>] = []
    for (key, example) in [("parameter", "parameter: updated_since"), ("from", "from: updatedAt")] {
      if let node = fields.take(key) {
        if let part = name(node, "'\(key)'") { parts.append(part) }
      } else {
        diagnostics.append(.missingPart(key, of: "'incremental'", write: example, at: node.range))
      }
    }
    guard parts.count == 2 else { return nil }
    return IncrementalDeclaration(range: range, parameter: parts[0], attribute: parts[1], overlap: overlap)
  }
}
