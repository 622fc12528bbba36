import Rowsmith

/// The arguments of `rowsmith infer`.
struct InferArguments {
  static let entity = Option(
    "entity", "NAME", "What the records are; the name of the first FILE by default.")
  static let hints = Option(
    "hints", "MODEL", "A model to extend: its contents are kept, and what is new is added.")
  static let output = Option(
    "output", "MODEL", "The file for the model; standard output by default.")

  static let declarations = [
    entity.declaration, ImportArguments.at.declaration, ImportArguments.delimiter.declaration,
    hints.declaration, output.declaration, OutputFormat.option.declaration,
  ]

  let files: [String]
  let entity: String?
  let path: [String]
  /// The format of the files, if an option says it.
  let tableFormat: CSVFormat?
  let hints: String?
  let output: String?
  /// How the model is printed, if it does not go to a file.
  let format: OutputFormat

  /// A given option that is for samples only.
  var optionForSamples: String? {
    if hints != nil { return "--hints" }
    if entity != nil { return "--entity" }
    if !path.isEmpty { return "--at" }
    return tableFormat == nil ? nil : "--delimiter"
  }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = arguments.operands
    entity = try arguments[Self.entity]
    path = try arguments[ImportArguments.at] ?? []
    tableFormat = try arguments[ImportArguments.delimiter]
    hints = try arguments[Self.hints]
    output = try arguments[Self.output]
    format = try arguments[OutputFormat.option] ?? .text
    if files.filter({ $0 == "-" }).count > 1 {
      throw UsageError("standard input can be read once: '-' is given twice", command: "infer")
    }
    if let entity, !EntityName.isUsable(entity) {
      throw UsageError(
        "--entity: '\(entity)' cannot name an entity; write a name such as BandMember", command: "infer")
    }
  }
}
