/// Builds the tree of one YAML document from its events, within limits that no real model reaches.
package struct YAMLTreeBuilder {
  /// The limits of a document.
  package struct Bounds {
    /// The deepest nesting of values.
    package var deepest: Int
    /// The most nodes. An alias counts each time it is used, because aliases of aliases make a large tree from a small file.
    package var largest: Int

    package init(deepest: Int = 64, largest: Int = 200_000) {
      self.deepest = deepest
      self.largest = largest
    }
  }

  package private(set) var diagnostics: [Diagnostic] = []
  private let stream: YAMLEventStream
  private let bounds: Bounds
  private var anchors: [String: YAMLNode] = [:]
  private var size = 0

  /// Creates a builder for a file.
  package init(_ source: ModelSource, within bounds: Bounds = Bounds()) {
    stream = YAMLEventStream(source)
    self.bounds = bounds
  }

  /// Reads the file.
  ///
  /// - Returns: its document; `nil` if it is empty.
  /// - Throws: the diagnostic of the error that stops it.
  package mutating func document() throws(Diagnostic) -> YAMLNode? {
    var root: YAMLNode?
    while true {
      let event = try stream.next()
      switch event.kind {
      case .streamEnd: return root
      case .streamStart: continue
      case .documentStart where root == nil: root = try node(try stream.next(), depth: 0)
      case .documentStart: throw .secondDocument(at: event.range)
      default: continue
      }
    }
  }

  private mutating func node(_ event: YAMLEvent, depth: Int) throws(Diagnostic) -> YAMLNode {
    guard depth < bounds.deepest else { throw .nestedTooDeep(bounds.deepest, at: event.range) }
    let result: (node: YAMLNode, properties: YAMLEvent.Properties)
    switch event.kind {
    case .alias(let name):
      guard let node = anchors[name] else { throw .unknownAnchor(name, at: event.range) }
      try count(node.size, at: event.range)
      return node
    case .scalar(let scalar, let properties):
      result = (YAMLNode(content: .scalar(scalar), range: event.range), properties)
    case .sequenceStart(let properties):
      result = (try sequence(from: event.range, depth: depth), properties)
    case .mappingStart(let properties):
      result = (try mapping(from: event.range, depth: depth), properties)
    default:
      throw .invalidYAML("a value is missing", context: nil, at: event.range)
    }
    try count(1, at: event.range)
    if let tag = result.properties.tag { diagnostics.append(.tag(tag, at: event.range)) }
    if let anchor = result.properties.anchor { anchors[anchor] = result.node }
    return result.node
  }

  private mutating func sequence(from range: SourceRange, depth: Int) throws(Diagnostic) -> YAMLNode {
    var items: [YAMLNode] = []
    while true {
      let event = try stream.next()
      if case .sequenceEnd = event.kind {
        let whole = SourceRange(path: range.path, start: range.start, end: event.range.end)
        return YAMLNode(content: .sequence(items), range: whole, size: items.reduce(1) { $0 + $1.size })
      }
      items.append(try node(event, depth: depth + 1))
    }
  }

  private mutating func mapping(from range: SourceRange, depth: Int) throws(Diagnostic) -> YAMLNode {
    var entries = YAMLEntries()
    while true {
      let event = try stream.next()
      if case .mappingEnd = event.kind {
        let whole = SourceRange(path: range.path, start: range.start, end: event.range.end)
        let all = entries.merged()
        diagnostics += entries.diagnostics
        return YAMLNode(content: .mapping(all), range: whole, size: all.reduce(1) { $0 + 1 + $1.value.size })
      }
      let key = try node(event, depth: depth + 1)
      entries.append(key, try node(try stream.next(), depth: depth + 1))
    }
  }

  private mutating func count(_ nodes: Int, at range: SourceRange) throws(Diagnostic) {
    size += nodes
    if size > bounds.largest { throw .tooManyNodes(bounds.largest, at: range) }
  }
}
