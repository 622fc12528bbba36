extension Diagram {
  /// The model as a single HTML page that loads nothing: a list of the entities with a search box, and a section for each with
  /// its attributes, keys, and links to related entities. JavaScript is needed only for the search. It ends with a line break.
  public var html: String {
    let title = HTMLText.escaped(name)
    let links = entities.map { entity in
      "<li data-words=\"\(HTMLText.escaped(entity.words))\">\(entity.name.entityLink)</li>"
    }
    let related = Dictionary(grouping: edges.flatMap(\.relations), by: \.entity)
    let sections = entities.map { $0.section(related[$0.name] ?? []) }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <style>
      \(HTMLPage.style)
      </style>
      </head>
      <body>
      <nav>
      <h1>\(title)</h1>
      <input id="search" type="search" placeholder="Search (/)" aria-label="Search entities, attributes and types" autocomplete="off">
      <ul id="entities">
      \(links.joined(separator: "\n"))
      </ul>
      <p id="nothing" hidden>Nothing has that in its name, attributes or types.</p>
      </nav>
      <main>
      \(sections.joined(separator: "\n"))
      </main>
      <script>
      \(HTMLPage.script)
      </script>
      </body>
      </html>

      """
  }
}

extension String {
  /// The HTML id of the entity with this name.
  fileprivate var entityID: String { "entity-\(HTMLText.escaped(self))" }

  fileprivate var entityLink: String { "<a href=\"#\(entityID)\">\(HTMLText.escaped(self))</a>" }
}

/// An end of a line, seen from the entity at this end.
private struct HTMLRelation {
  var entity: String
  var name: String?
  var other: Diagram.End
  /// The kind of the line if it is not a relationship: `extends`.
  var kind: String?
}

extension Diagram.Edge {
  fileprivate var relations: [HTMLRelation] {
    switch kind {
    case .inheritance:
      [
        HTMLRelation(entity: to.entity, other: from, kind: "extends"),
        HTMLRelation(entity: from.entity, other: to, kind: "extended by"),
      ]
    case .relationship:
      // A relationship without an inverse is also listed at its target, without a name.
      [HTMLRelation(entity: from.entity, name: from.relationship, other: to)]
        + (from.entity == to.entity && from.relationship == to.relationship
          ? [] : [HTMLRelation(entity: to.entity, name: to.relationship, other: from)])
    }
  }
}

extension HTMLRelation {
  fileprivate var row: String {
    let link = other.entity.entityLink
    let what: String
    if let kind {
      what = "<i>\(kind)</i> \(link)"
    } else if name != nil {
      what = "\(other.count.words) \(link)"
    } else {
      what = "<i>referred to by</i> \(link)"
    }
    let back = other.relationship.map { ".\(HTMLText.escaped($0))" } ?? ""
    return "<tr><td>\(HTMLText.escaped(name ?? ""))</td><td>\(what)\(kind == nil ? back : "")</td></tr>"
  }
}

extension Diagram.Count {
  fileprivate var words: String {
    switch self {
    case .zeroOrOne: "none or one"
    case .one: "one"
    case .many: "many"
    }
  }
}

extension Diagram.Entity {
  /// The words that a search matches.
  fileprivate var words: String {
    ([name] + columns.flatMap { [$0.name, $0.type] }).joined(separator: " ").lowercased()
  }

  fileprivate func section(_ relations: [HTMLRelation]) -> String {
    var lines = ["<section id=\"\(name.entityID)\">", "<h2>\(name.entityLink)</h2>"]
    if let doc { lines.append(HTMLText.element("p", doc)) }
    if !columns.isEmpty {
      lines.append(
        "<table><thead><tr><th>attribute</th><th>type</th><th>key</th><th></th></tr></thead><tbody>")
      lines += columns.map(\.row)
      lines.append("</tbody></table>")
    }
    if !relations.isEmpty {
      lines.append("<table><thead><tr><th>relationship</th><th>leads to</th></tr></thead><tbody>")
      lines += relations.map(\.row)
      lines.append("</tbody></table>")
    }
    return (lines + ["</section>"]).joined(separator: "\n")
  }
}

extension Diagram.Column {
  fileprivate var row: String {
    let type = (isArray ? "[\(type)]" : type) + (isOptional ? "?" : "")
    let marks = marks.map { HTMLText.element("abbr", $0.rawValue, class: $0.rawValue) }.joined(separator: " ")
    return
      "<tr><td>\(HTMLText.escaped(name))</td><td><code>\(HTMLText.escaped(type))</code></td><td>\(marks)</td>"
      + "<td>\(HTMLText.escaped(doc ?? ""))</td></tr>"
  }
}
