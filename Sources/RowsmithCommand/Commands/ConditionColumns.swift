import Rowsmith
import RowsmithSchema

/// Names the columns of a table where the condition of `rowsmith export` has an unknown one, or takes text for a number.
struct ConditionColumns {
  private let table: String
  private let columns: [String]
  /// The columns by the keys and key paths from which an import fills them.
  private let keys: [String: String]
  /// The columns whose text is compared letter by letter and may be a number.
  private let texts: [String]

  init(_ schema: Schema, entity: String) {
    let graph = SchemaGraph(schema)
    let root = graph.root(of: entity)?.name ?? entity
    let layout = Layout(graph).table(holding: entity)
    table = layout?.name ?? root
    columns = (layout?.columns ?? []).filter { $0.source != .rowIdentifier }.map(\.name)
    let key = layout?.key ?? []
    texts = graph.descendants(of: root).flatMap(\.attributes).filter { attribute in
      attribute.type == .scalar(.string)
        || attribute.type == .scalar(.decimal) && key.contains(attribute.name)
    }.map(\.name)
    var places: [(path: Schema.ImportPath, column: String)] = []
    for member in graph.descendants(of: root) {
      for attribute in member.attributes { places += attribute.importPaths.map { ($0, attribute.name) } }
      for relationship in member.relationships where relationship.cardinality == .toOne {
        guard let column = graph.columnNames(of: relationship).first else { continue }
        places += (relationship.importPaths + relationship.foreignKeyPaths).map { ($0, column) }
      }
    }
    keys = Dictionary(places.map { ($0.path.dotted, $0.column) }) { first, _ in first }
  }

  /// Advice on a condition that compares text with a number. SQLite makes the number text, and its letters count.
  func note(on condition: String) -> String? {
    let comparisons = condition.lowercased().matches(
      of: /(\w+)"?\s*(?:[<>]=?|(?:not\s+)?between)\s*[+\-]?\.?[0-9]/)
    let compared = Set(comparisons.map { String($0.output.1) })
    guard let name = texts.first(where: { compared.contains($0.lowercased()) }) else { return nil }
    return "--where compares \(table).\(name) as text, in which '10' precedes '9'; "
      + "for numbers, write CAST(\(name) AS REAL)"
  }

  /// The error for a bad condition, with the columns that there are if it names another one.
  func error(_ error: ExportError, in condition: String?) -> UsageError {
    var usage = UsageError(
      "--where: \(error.message)", pointer: Pointer(in: condition, at: error.column), command: "export")
    guard var name = Self.unknownColumn(error.message) else { return usage }
    let prefix = "\(table).".lowercased()
    if keys[name] == nil, name.lowercased().hasPrefix(prefix) { name.removeFirst(prefix.count) }
    usage.suggestion = keys[name] ?? Spelling.nearest(to: name, in: columns)
    let first = error.column.flatMap { condition?.utf8.dropFirst($0 - 1).first }
    if usage.suggestion == nil, first == UInt8(ascii: "\"") {
      usage.message += "; text is written in single quotes, \(DDL.literal(.text(name)))"
    } else {
      usage.message +=
        "; the table \(table) has \(columns.isEmpty ? "no columns" : columns.joined(separator: ", "))"
    }
    return usage
  }

  /// The name in SQLite's message; later versions add a question to it.
  private static func unknownColumn(_ message: String) -> String? {
    guard let start = message.firstRange(of: "no such column: ")?.upperBound else { return nil }
    let rest = message[start...]
    guard let end = rest.firstRange(of: "\" - should this be")?.lowerBound else { return String(rest) }
    return String(rest[..<end].dropFirst())
  }
}

extension Schema.ImportPath {
  /// The keys with dots between them, as SQLite spells a qualified name.
  fileprivate var dotted: String {
    guard case .keys(let keys) = self else { return description }
    return keys.joined(separator: ".")
  }
}
