import Rowsmith
import RowsmithDiagram

extension Command {
  /// `rowsmith diagram`.
  static let diagram = Command(
    name: "diagram", summary: "Prints the entity-relationship diagram of a model.",
    operands: Operands(
      placeholder: "MODEL", help: "A YAML file, or a folder whose *.yml and *.yaml files are one model."),
    options: [language.declaration, format.declaration],
    discussion: """
      `--as mermaid`, the default, is the language that GitHub renders in a fenced block of Markdown; \
      `--as dot` is for Graphviz: `rowsmith diagram MODEL --as dot | dot -Tsvg`. `--as html` is a page for a browser, which \
      loads nothing: entities with a box to search them, and links from each to what it is related to. --format takes the \
      same words.

      Every entity is drawn with its attributes and the keys that its to-one relationships hold, each pair of inverse \
      relationships as one line, and what extends what. Every MODEL is a diagram of its own. With `--format json` the \
      result is a list with one object per model: its name, its entities, and the lines between them.
      """
  ) { arguments, terminal in
    let format = try arguments[format] ?? .text
    if format != .text, try arguments[language] != nil {
      throw UsageError("--as is for text; leave it out with --format \(format.rawValue)", command: "diagram")
    }
    let language = try arguments[language] ?? DiagramLanguage(rawValue: format.rawValue) ?? .mermaid
    if language == .html, format != .json, arguments.operands.count > 1 {
      throw UsageError("a page of HTML takes one MODEL", command: "diagram")
    }
    var diagrams: [Diagram] = []
    for path in arguments.operands {
      let model = try LoadedModel(path: path, terminal)
      model.reportWarnings(to: terminal)
      diagrams.append(Diagram(model.schema))
    }
    switch format {
    case .text, .mermaid, .dot, .html:
      for diagram in diagrams {
        switch language {
        case .mermaid: try terminal.print(diagram.mermaid)
        case .dot: try terminal.print(diagram.dot)
        case .html: try terminal.output.write(diagram.html)
        }
      }
    case .json: try terminal.print(JSONValue.array(diagrams.map(\.json)))
    }
    return .done
  }

  /// The language of a diagram.
  enum DiagramLanguage: String, CaseIterable, Sendable {
    case mermaid, dot, html
  }

  /// The format of the result.
  enum DiagramFormat: String, CaseIterable, Sendable {
    case text, json, mermaid, dot, html
  }

  private static let format = Option<DiagramFormat>(
    "format", "The result: `text` is the language of --as, `json` is for programs; or a language.")

  private static let language = Option<DiagramLanguage>(
    "as", "The language: for Mermaid, for Graphviz (`dot -Tsvg`), or for a browser; `mermaid` by default.")
}
