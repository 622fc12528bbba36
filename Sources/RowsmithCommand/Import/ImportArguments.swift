import Rowsmith
import RowsmithSchema

/// The arguments of `rowsmith import`.
struct ImportArguments {
  static let model = Option(
    "model", "MODEL",
    "The model: a YAML file, or a folder of them. By default the file beside DB with its name and `.yml`, "
      + "which is made from the documents if it is missing.")
  static let database = Option(
    "into", "DB", "The database file; created if it is missing.", need: .required)
  static let entity = Option(
    "entity", "NAME", "The JSON holds records of this entity.", need: .oneOf("target"))
  static let document = Option(
    "document", "NAME", "The JSON is this document of the model, which holds several entities.",
    need: .oneOf("target"))
  static let parent = Option<ParentSyntax>(
    "parent", "ENTITY:KEY.RELATIONSHIP",
    "The JSON is the value of one record's relationship, such as `Band:Japan.albums`.", need: .oneOf("target")
  ) { text throws(UsageError) in try ParentSyntax(text) }
  static let at = Option<[String]>(
    "at", "KEYPATH", "Where in the JSON the value is, such as `data.items`; a dot inside a key is `\\.`."
  ) { text throws(UsageError) in try KeySyntax.path(text, after: "at") }
  static let keyed = Flag("keyed", "The value is an object whose keys are primary keys.")
  static let policy = Option<Schema.MergePolicy>(
    "policy",
    "What the records do to existing rows: `Merge` (default) keeps absent rows, `MergeAndPrune` deletes rows "
      + "absent from the document, `Replace` also overwrites the others whole. With --parent, the relationship's own "
      + "policy is the default.")
  static let onInvalid = Option<InvalidRecordPolicy>(
    "on-invalid", "Whether a bad record fails the import (`fail`, the default) or is skipped (`skip`).")
  static let contract = Option<SchemaContract>(
    "schema-contract",
    "What happens to a key that the model does not mention: `discard` (default) counts it, `freeze` makes its record a bad "
      + "one, `evolve` adds it to the model file and to the database, and widens a model made from samples "
      + "if the documents contradict it.")
  static let asOne = Flag(
    "as-one",
    "All FILEs are one document, in one transaction: --policy deletes only what none of them names.")
  static let csv = Flag(
    "csv", "The FILEs are CSV with a header; not needed for a file whose name ends in .csv.")
  static let tsv = Flag(
    "tsv", "The FILEs are TSV with a header; not needed for a file whose name ends in .tsv.")
  static let delimiter = Option<CSVFormat>(
    "delimiter", "CHARACTER",
    "The FILEs are CSV whose fields are separated by this character, such as `;`; a tab is `tab`."
  ) { text throws(UsageError) in
    let character: Character? = text == "tab" ? "\t" : text.count == 1 ? text.first : nil
    if let format = character.flatMap(CSVFormat.init(delimiter:)) { return format }
    throw UsageError(
      "expected one character after --delimiter that separates fields, such as ';' or tab, found '\(text)'")
  }
  static let stopAfter = Option<Int>(
    "stop-after", "N", "Imports N records and leaves the rest unread; nothing is pruned."
  ) { text throws(UsageError) in
    if let count = Int(text), count > 0 { return count }
    throw UsageError("expected a number from 1 after --stop-after, found '\(text)'")
  }
  static let dryRun = Flag("dry-run", "Imports, reports, and rolls everything back.")

  static let declarations = [
    model.declaration, database.declaration, DatabaseKeyArguments.file.declaration, entity.declaration,
    document.declaration, parent.declaration,
    at.declaration, keyed.declaration, policy.declaration, onInvalid.declaration, contract.declaration,
    asOne.declaration,
    csv.declaration, tsv.declaration, delimiter.declaration, stopAfter.declaration, dryRun.declaration,
    OutputFormat.option.declaration,
  ]

  let files: [String]
  /// The model; `nil` for the one beside the database.
  let modelPath: String?
  let database: DatabaseFile
  let entityName: String?
  let documentName: String?
  let parentSyntax: ParentSyntax?
  let isKeyed: Bool
  let isOne: Bool
  private let tableFormat: CSVFormat?
  let format: OutputFormat
  let contract: SchemaContract
  let options: ImportOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = arguments.operands
    modelPath = try arguments[Self.model]
    database = try DatabaseFile(path: arguments.require(Self.database), arguments)
    entityName = try arguments[Self.entity]
    documentName = try arguments[Self.document]
    parentSyntax = try arguments[Self.parent]
    isKeyed = arguments[Self.keyed]
    isOne = arguments[Self.asOne]
    if arguments[Self.csv], arguments[Self.tsv] {
      throw UsageError("--csv and --tsv exclude each other", command: "import")
    }
    let delimited = try arguments[Self.delimiter]
    if delimited != nil, arguments[Self.tsv] {
      throw UsageError("--delimiter and --tsv exclude each other", command: "import")
    }
    tableFormat = delimited ?? (arguments[Self.csv] ? .csv : arguments[Self.tsv] ? .tsv : nil)
    format = try arguments[OutputFormat.option] ?? .text
    contract = try arguments[Self.contract] ?? .discard
    var options = ImportOptions()
    options.refusesUnknownKeys = contract == .freeze
    options.path = try arguments[Self.at] ?? []
    options.policy = try arguments[Self.policy]
    options.onInvalid = try arguments[Self.onInvalid] ?? .fail
    options.stopAfter = try arguments[Self.stopAfter]
    options.isDryRun = arguments[Self.dryRun]
    self.options = options
    try check()
  }

  private func check() throws(UsageError) {
    let error = { (message: String) in UsageError(message, command: "import") }
    if entityName != nil, documentName != nil { throw error("--entity and --document exclude each other") }
    if parentSyntax != nil, documentName != nil { throw error("--parent and --document exclude each other") }
    if isKeyed, entityName == nil || parentSyntax != nil {
      throw error(
        "--keyed is for --entity only: documents and relationships say in the model whether they are keyed"
      )
    }
    if files.count > 1, !isOne, parentSyntax != nil {
      throw error(
        "--parent takes one FILE: each would be the whole value of the relationship; --as-one makes them one")
    }
    if files.count > 1, !isOne, let policy = options.policy, policy != .merge {
      throw error(
        "--policy \(policy.rawValue) takes one FILE: each would delete what the one before imported; "
          + "--as-one makes them one")
    }
    if options.stopAfter != nil, parentSyntax != nil {
      throw error(
        "--stop-after and --parent exclude each other: the value of a relationship is imported whole")
    }
    if options.stopAfter != nil, files.count > 1, !isOne {
      throw error("--stop-after takes one FILE; --as-one makes them one")
    }
    if contract == .evolve, parentSyntax != nil {
      throw error(
        "--schema-contract evolve and --parent exclude each other: a model is made of whole records")
    }
    if let table = files.first(where: { format(of: $0) != nil }) { try checkTable(table) }
    if files.filter({ $0 == "-" }).count > 1 {
      throw error("standard input can be read once: '-' is given twice")
    }
  }

  /// The format of a table; `nil` for JSON.
  func format(of file: String) -> CSVFormat? { tableFormat ?? ImportFile.format(ofName: file) }

  private func checkTable(_ file: String) throws(UsageError) {
    let option =
      documentName != nil ? "--document" : isKeyed ? "--keyed" : options.path.isEmpty ? nil : "--at"
    guard let option else { return }
    let name = file == "-" ? "standard input" : "'\(file)'"
    throw UsageError("\(option) is for JSON: \(name) is a table of records of one entity", command: "import")
  }
}
