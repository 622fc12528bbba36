import Rowsmith
import RowsmithDiagram

extension Command {
  /// `rowsmith diagram`.
  static let diagram = Command(
    name: "diagram", summary: "Prints the entity-relationship diagram of a model.",
    operands: Operands(
      placeholder: "MODEL", help: "A YAML file, or a folder whose *.yml and *.yaml files are one model."),
    options: [language.declaration, OutputFormat.option.declaration],
    discussion: """
      `--as mermaid`, which needs not be said, is the language that GitHub renders in a fenced block of Markdown; \
      `--as dot` is for Graphviz: `rowsmith diagram MODEL --as dot | dot -Tsvg`.

      Every entity is drawn with its attributes and the keys that its to-one relationships hold, each pair of inverse \
      relationships as one line, and what extends what. Every MODEL is a diagram of its own. With `--format json` the \
      result is a list with one object per model: its name, its entities, and the lines between them.
      """
  ) { arguments, terminal in
    let format = try arguments[OutputFormat.option] ?? .text
    let language = try arguments[language]
    if format == .json, language != nil {
      throw UsageError("--as is for text; with --format json there is no drawing", command: "diagram")
    }
    var diagrams: [Diagram] = []
    for path in arguments.operands {
      let model = try LoadedModel(path: path, terminal)
      model.reportWarnings(to: terminal)
      diagrams.append(Diagram(model.schema))
    }
    switch format {
    case .text:
      for diagram in diagrams {
        try terminal.print(language == .dot ? diagram.dot : diagram.mermaid)
      }
    case .json: try terminal.print(JSONValue.array(diagrams.map(\.json)))
    }
    return .done
  }

  /// What a diagram is written in.
  enum DiagramLanguage: String, CaseIterable, Sendable {
    case mermaid, dot
  }

  private static let language = Option<DiagramLanguage>(
    "as", "The language of the diagram; `mermaid` unless said otherwise.")
}
