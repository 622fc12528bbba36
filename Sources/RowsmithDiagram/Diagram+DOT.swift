extension Diagram {
  /// The diagram in the DOT language of Graphviz. It ends with a line break.
  public var dot: String {
    var lines = [
      "digraph \(DOTText.quoted(name)) {",
      "  graph [rankdir=LR, fontname=\"Helvetica\"]",
      "  node [shape=plain, fontname=\"Helvetica\", fontsize=11]",
      "  edge [dir=both, fontname=\"Helvetica\", fontsize=9]",
    ]
    for entity in entities {
      lines.append("  \(DOTText.quoted(entity.name)) [label=<")
      lines.append("    <TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\" CELLPADDING=\"4\">")
      lines.append(
        "      <TR><TD COLSPAN=\"3\" BGCOLOR=\"#DDE5F0\"><B>\(DOTText.markup(entity.name))</B></TD></TR>"
      )
      lines += entity.columns.map { "      \($0.dot)" }
      lines.append("    </TABLE>>, tooltip=\(DOTText.quoted(lines: entity.tooltip))]")
    }
    lines += edges.map { "  \($0.dot)" }
    return lines.joined(separator: "\n") + "\n}\n"
  }
}

extension Diagram.Entity {
  /// The tooltip of the entity: its documentation and that of its columns.
  fileprivate var tooltip: [String] {
    [doc ?? name] + columns.compactMap { column in column.doc.map { "\(column.name): \($0)" } }
  }
}

extension Diagram.Column {
  fileprivate var dot: String {
    let type = (isArray ? "[\(type)]" : type) + (isOptional ? "?" : "")
    let marks = marks.isEmpty ? " " : marks.map(\.rawValue).joined(separator: ", ")
    return "<TR><TD ALIGN=\"LEFT\">\(DOTText.markup(name))</TD>"
      + "<TD ALIGN=\"LEFT\">\(DOTText.markup(type))</TD><TD ALIGN=\"LEFT\">\(marks)</TD></TR>"
  }
}

extension Diagram.Edge {
  fileprivate var dot: String {
    let ends = "\(DOTText.quoted(from.entity)) -> \(DOTText.quoted(to.entity))"
    switch kind {
    case .inheritance: return "\(ends) [arrowtail=onormal, arrowhead=none, style=dashed]"
    case .relationship:
      return
        "\(ends) [label=\(DOTText.quoted(label)), arrowtail=\(from.count.arrow), arrowhead=\(to.count.arrow)]"
    }
  }
}

extension Diagram.Count {
  /// The crow's foot. The shape nearest to the entity comes first.
  fileprivate var arrow: String {
    switch self {
    case .zeroOrOne: "teeodot"
    case .one: "teetee"
    case .many: "crowodot"
    }
  }
}
