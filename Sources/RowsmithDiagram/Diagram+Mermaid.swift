extension Diagram {
  /// The diagram in Mermaid's language, `erDiagram`, which GitHub renders in Markdown. It ends with a line break.
  ///
  /// A list is `Int[]` and an optional value `Int(optional)`, because Mermaid allows no other characters in types.
  public var mermaid: String {
    var lines = ["erDiagram"]
    for entity in entities {
      if let doc = entity.doc { lines.append("  %% " + MermaidText.comment(doc)) }
      lines.append("  \(MermaidText.entity(entity.name)) {")
      lines += entity.columns.map { "    \($0.mermaid)" }
      lines.append("  }")
    }
    lines += edges.map { "  \($0.mermaid)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Diagram.Column {
  fileprivate var mermaid: String {
    var words = [
      MermaidText.word(type) + (isArray ? "[]" : "") + (isOptional ? "(optional)" : ""),
      MermaidText.word(name),
    ]
    if !marks.isEmpty { words.append(marks.map(\.rawValue).joined(separator: ", ")) }
    if let doc { words.append(MermaidText.quoted(doc)) }
    return words.joined(separator: " ")
  }
}

extension Diagram.Edge {
  fileprivate var mermaid: String {
    let line = "\(from.count.leftMark)--\(to.count.rightMark)"
    return
      "\(MermaidText.entity(from.entity)) \(line) \(MermaidText.entity(to.entity)) : \(MermaidText.quoted(label))"
  }
}

extension Diagram.Count {
  fileprivate var leftMark: String {
    switch self {
    case .zeroOrOne: "|o"
    case .one: "||"
    case .many: "}o"
    }
  }

  fileprivate var rightMark: String {
    switch self {
    case .zeroOrOne: "o|"
    case .one: "||"
    case .many: "o{"
    }
  }
}
