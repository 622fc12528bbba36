import RowsmithSchema

/// Turns the JSON of records into CSV lines, with a column for each place where a record may have a value.
final class CSVRows {
  private struct Column {
    var path: [String]
    var kind: CSVColumnKind
  }

  private let columns: [Column]
  /// Takes the JSON of a record.
  let output: JSONOutput
  private let record: Bytes

  /// What the output writes to.
  private final class Bytes {
    var bytes: [UInt8] = []
  }

  init(entity: EntityMapping, family: ExportFamily, graph: SchemaGraph) throws {
    let kinds = TableColumns(of: entity.name, in: graph)
    var paths: [[String]] = []
    for shape in family.sortedShapes {
      if shape.bareValue != nil, shape.members.isEmpty {
        throw ExportError(
          .unknownTarget,
          "records of \(shape.entity.name) are bare values, which have no columns; export JSON")
      }
      for path in try Self.paths(shape.members) where !paths.contains(path) { paths.append(path) }
    }
    columns = paths.map { Column(path: $0, kind: kinds.kind($0)) }
    let record = Bytes()
    self.record = record
    output = JSONOutput(ExportOptions()) { record.bytes += $0 }
  }

  /// The key paths of values; a group is replaced by its members.
  private static func paths(_ members: [ExportMember]) throws -> [[String]] {
    try members.flatMap { member -> [[String]] in
      // The members of `$rest` are not known before the rows are read.
      if case .rest = member.node { return [] }
      let key = String(decoding: member.key.dropLast(), as: UTF8.self)
      guard case .string(let name) = try JSONValue(parsing: key) else { return [] }
      switch member.node {
      case .object(let inner), .group(let inner, _): return try paths(inner).map { [name] + $0 }
      default: return [[name]]
      }
    }
  }

  /// The line with the column names.
  var header: [UInt8] {
    let names = columns.map { CSVColumns.name($0.path) }
    // In quotes, an import takes the name of a single column as it is.
    if names.count == 1, names[0].utf8.contains(where: { [0x3B, 0x09].contains($0) }) {
      return Self.line([Self.inQuotes(names[0])])
    }
    return Self.line(names.map { Self.field(.string($0), .text) })
  }

  /// The line of the record whose JSON has been written.
  func takeLine() throws -> [UInt8] {
    try output.finish()
    defer { record.bytes.removeAll(keepingCapacity: true) }
    let json = try JSONValue(parsing: String(decoding: record.bytes, as: UTF8.self))
    return Self.line(
      columns.map { column in
        let value = column.path.reduce(json as JSONValue?) { $0?[$1] }
        return Self.field(value ?? .null, column.kind)
      })
  }

  private static func line(_ fields: [[UInt8]]) -> [UInt8] {
    Array(fields.joined(separator: [0x2C])) + [0x0D, 0x0A]
  }

  private static func field(_ value: JSONValue, _ kind: CSVColumnKind) -> [UInt8] {
    switch value {
    case .null: []
    case .string(let text) where kind != .json: text.isEmpty ? Array("\"\"".utf8) : quoted(text)
    default: quoted(value.text)
    }
  }

  /// The text, in quotes if it could be misread without them.
  private static func quoted(_ text: String) -> [UInt8] {
    let needsQuotes =
      text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) } || text.hasPrefix(" ")
      || text.hasSuffix(" ")
      || text.hasPrefix("\u{FEFF}")
    return needsQuotes ? inQuotes(text) : Array(text.utf8)
  }

  private static func inQuotes(_ text: String) -> [UInt8] {
    Array("\"\(text.replacing(scalar: "\"", with: "\"\""))\"".utf8)
  }
}
