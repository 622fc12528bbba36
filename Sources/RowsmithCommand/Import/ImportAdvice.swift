import Rowsmith
import RowsmithInference
import RowsmithSchema

/// Advice after a failed import, from the beginning of its document.
struct ImportAdvice {
  private let target: ImportTarget
  private let schema: Schema
  private let path: [String]
  private let beginning: DocumentBeginning
  /// Whether the command names the entity.
  private let isNamed: Bool

  init(
    target: ImportTarget, isNamed: Bool, schema: Schema, _ options: ImportOptions,
    _ beginning: DocumentBeginning
  ) {
    self.isNamed = isNamed
    self.target = target
    self.schema = schema
    path = options.path
    self.beginning = beginning
  }

  /// The format of a document that is neither JSON nor a table.
  func otherFormat(_ error: ImportError, isTable: Bool) -> OtherFormat? {
    guard [.malformedJSON, .unexpectedShape].contains(error.reason) else { return nil }
    return OtherFormat(beginning.bytes, isTable: isTable)
  }

  /// The end of the message: where the records are, if they are not at the expected place; often empty.
  func hint(_ error: ImportError) -> String {
    if error.reason == .malformedJSON { return beginning.isBlank ? "; the document is empty" : "" }
    guard [.missingValue, .unexpectedShape, .invalidValue].contains(error.reason),
      let (name, isKeyed) = entity,
      error.entity.map(isOfFamily(of: name)) ?? true
    else { return "" }
    let search = RecordSearch(of: name, in: schema)
    let place = search.place(in: beginning.bytes, expectedAt: path, isKeyed: isKeyed)
    guard let place else { return isKeyed ? "" : mapKeyHint(error, name) }
    if place.path == path {
      return place.isKeyed
        ? "; the object seems to hold records of \(name) under their keys: try "
          + (isNamed ? "--keyed" : "--entity \(name) --keyed")
        : "; the records of \(name) do not seem to be under their keys: try without --keyed"
    }
    let at = Self.at(place.path)
    let isTop = place.path.isEmpty
    let keyed =
      place.isKeyed && !isKeyed
      ? "\(isTop ? " and with" : "") --keyed"
      : !place.isKeyed && isKeyed ? " \(isTop ? "and" : "without") --keyed" : ""
    return "; records of \(name) seem to be elsewhere in the document: try \(at)\(keyed)"
  }

  /// The end of the message about a table: a space in front of the column that a missing value would be in; mostly empty.
  func hint(_ error: ImportError, table: CSVFormat) -> String {
    guard error.reason == .missingValue, let member = error.member,
      let entity = error.entity ?? self.entity?.name
    else { return "" }
    let graph = SchemaGraph(schema)
    let linkPaths = graph.relationship(member, of: entity).map { $0.importPaths + $0.foreignKeyPaths }
    let paths = graph.attribute(member, of: entity)?.importPaths ?? linkPaths ?? []
    let columns = Set(paths.map(\.description))
    let name = TableAdvice.spacedNames(beginning, table).first { columns.contains($0) }
    return name.map { "; \(TableAdvice.advice(onSpaceBefore: $0))" } ?? ""
  }

  /// A note after a successful import without records, if the document is an envelope.
  func note(_ report: ImportReport) -> String? {
    if report.unknownKeys.isEmpty { return nil }
    switch target {
    case .document(let name) where report.entities.isEmpty:
      guard let document = schema.documents.first(where: { $0.name == name }),
        let place = RecordSearch.path(of: document, in: beginning.bytes, expectedAt: path)
      else { return nil }
      return "note: nothing of the document '\(name)' was found; it seems to be elsewhere in the JSON: try "
        + Self.at(place)
    case .entity(let name) where report.entities.values.reduce(0, { $0 + $1.inserted }) == 1:
      // If nothing is required, an envelope is a record without values.
      let search = RecordSearch(of: name, in: schema)
      guard let place = search.place(in: beginning.bytes, expectedAt: path), !place.isKeyed else {
        return nil
      }
      return "note: records of \(name) seem to be elsewhere in the document: try "
        + Self.at(place.path)
    default: return nil
    }
  }

  /// The option for a place; at the top there is none.
  private static func at(_ path: [String]) -> String {
    path.isEmpty ? "without --at" : "--at \(ShellWord.quoted(KeySyntax.text(of: path)))"
  }

  /// A hint that a value would have come from a map's key.
  private func mapKeyHint(_ error: ImportError, _ name: String) -> String {
    let isMissing = SchemaGraph(schema).attributes(of: name).contains { attribute in
      attribute.name == error.member && attribute.importPaths.contains(.mapKey)
    }
    guard error.reason == .missingValue, isMissing else { return "" }
    return "; the model takes it from $key, the key of the object that holds the records: such a document is "
      + "imported with --keyed"
  }

  /// The entity of the root records, and whether a map of them was expected.
  private var entity: (name: String, isKeyed: Bool)? {
    switch target {
    case .entity(let name): (name, false)
    case .keyed(let name): (name, true)
    case .relationship(let parent, _, let name):
      SchemaGraph(schema).relationship(name, of: parent).map { ($0.target, $0.isKeyed) }
    case .document: nil
    }
  }

  private func isOfFamily(of name: String) -> (String) -> Bool {
    let graph = SchemaGraph(schema)
    return { graph.root(of: $0)?.name == graph.root(of: name)?.name }
  }
}
