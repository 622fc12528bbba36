import Rowsmith
import RowsmithModel
import RowsmithSchema

extension Command {
  /// `rowsmith schema`.
  static let schema = Command(
    name: "schema", summary: "Prints the SQL that creates the tables of a model.",
    operands: Operands(
      placeholder: "MODEL", help: "A YAML file, or a folder whose *.yml and *.yaml files are one model."),
    options: [OutputFormat.option.declaration],
    discussion: """
      The statements end in semicolons, so that `rowsmith schema MODEL | sqlite3 file` creates the tables. Every MODEL \
      is a model of its own. With `--format json` the result is a list with one object per model: its name and its \
      statements.

      An import creates its tables itself, and more that it needs; a database made from these statements is for looking \
      at the model, not for importing into.
      """
  ) { arguments, terminal in
    let format = try arguments[OutputFormat.option] ?? .text
    var schemas: [Schema] = []
    for path in arguments.operands {
      let model = try LoadedModel(path: path, terminal)
      model.reportWarnings(to: terminal)
      schemas.append(model.schema)
    }
    switch format {
    case .text:
      for schema in schemas {
        if schemas.count > 1 { try terminal.print("-- \(schema.name.escapedForDisplay())\n") }
        for statement in DDL.statements(for: Layout(schema)) { try terminal.print(sql: statement + ";\n") }
      }
    case .json:
      let models = schemas.map { schema in
        let statements = DDL.statements(for: Layout(schema)).map { JSONValue.string($0) }
        return JSONValue.object([
          .init("model", .string(schema.name)), .init("statements", .array(statements)),
        ])
      }
      try terminal.print(JSONValue.array(models))
    }
    return .done
  }
}
