import RowsmithSchema

/// Turns the JSON of records into CSV lines, with a column for each place where a record may have a value.
final class CSVRows {
  private struct Column {
    var kind: CSVColumnKind
    var name: String
  }

  /// The columns inside an object or an array, by the keys or positions there.
  private struct Group {
    var names: [String] = []
    var parts: [Part] = []

    mutating func add(_ path: ArraySlice<String>, column: Int) {
      guard let name = path.first else { return }
      let rest = path.dropFirst()
      let place = names.firstIndex(of: name) ?? names.endIndex
      if place == names.endIndex {
        names.append(name)
        parts.append(Part())
      }
      if rest.isEmpty {
        parts[place].column = column
        return
      }
      var inner = parts[place].group ?? Group()
      inner.add(rest, column: column)
      parts[place].group = inner
    }
  }

  /// What is at a key: a column, columns inside, or both, for different members of a family.
  private struct Part {
    var column: Int?
    private var inside: [Group] = []

    var group: Group? {
      get { inside.first }
      set { inside = newValue.map { [$0] } ?? [] }
    }
  }

  private let columns: [Column]
  private let root: Group
  /// What a table cannot express.
  let notes: [String]
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
    columns = paths.map { Column(kind: kinds.kind($0), name: CSVColumns.name($0)) }
    root = paths.enumerated().reduce(into: Group()) { $0.add($1.element[...], column: $1.offset) }
    let rests = family.sortedShapes.flatMap(\.members).compactMap { member -> String? in
      guard case .rest(_, let shape) = member.node else { return nil }
      return shape.entity.rest?.qualifiedName
    }
    notes = Set(rests).sorted().map {
      "\($0) is left out: its members have no columns in a table; export JSON"
    }
    let record = Bytes()
    self.record = record
    output = JSONOutput(ExportOptions()) { record.bytes += $0 }
  }

  /// The key paths of values; a group is replaced by its members, an array with fixed positions by its places.
  private static func paths(_ members: [ExportMember]) throws -> [[String]] {
    try members.flatMap { member -> [[String]] in
      // The members of `$rest` are not known before the rows are read.
      if case .rest = member.node { return [] }
      let key = String(decoding: member.key.dropLast(), as: UTF8.self)
      guard case .string(let name) = try JSONValue(parsing: key) else { return [] }
      return try paths(member.node).map { [name] + $0 }
    }
  }

  private static func paths(_ node: ExportNode) throws -> [[String]] {
    switch node {
    case .object(let inner), .group(let inner, _): try paths(inner)
    case .array(let nodes, _):
      try nodes.enumerated().flatMap { place, node in try paths(node).map { ["\(place)"] + $0 } }
    default: [[]]
    }
  }

  /// The line with the column names.
  var header: [UInt8] {
    let names = columns.map(\.name)
    // In quotes, an import takes the name of a single column as it is.
    if names.count == 1,
      names[0].hasPrefix("sep=") || names[0].utf8.contains(where: CSVFormat.otherDelimiters.contains)
    {
      return Self.line([Self.inQuotes(names[0])])
    }
    return Self.line(names.map(Self.field))
  }

  /// The line of the record whose JSON has been written.
  func takeLine() throws -> [UInt8] {
    try output.finish()
    defer { record.bytes.removeAll(keepingCapacity: true) }
    var fields = [[UInt8]](repeating: [], count: columns.count)
    fill(&fields, root, record.bytes[...])
    return Self.line(fields)
  }

  /// Fills in the fields whose values are in an object or an array.
  private func fill(_ fields: inout [[UInt8]], _ group: Group, _ json: ArraySlice<UInt8>) {
    let values: [ArraySlice<UInt8>?]
    if let items = JSONParts.items(of: json) {
      values = group.names.map { name in
        Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil }
      }
    } else {
      values = JSONParts.members(group.names, of: json) ?? []
    }
    for (part, value) in zip(group.parts, values) {
      guard let value else { continue }
      if let index = part.column { fields[index] = Self.field(value, columns[index].kind) }
      if let inner = part.group { fill(&fields, inner, value) }
    }
  }

  private static func line(_ fields: [[UInt8]]) -> [UInt8] {
    Array(fields.joined(separator: [0x2C])) + [0x0D, 0x0A]
  }

  /// The field of a value, given as JSON. JSON is kept byte for byte.
  private static func field(_ json: ArraySlice<UInt8>, _ kind: CSVColumnKind) -> [UInt8] {
    if json.elementsEqual("null".utf8) { return [] }
    if kind != .json, let text = JSONParts.text(of: json),
      kind != .keyOrObject || !CSVReader.isReadAsJSON(Array(text.utf8)[...])
    {
      return field(text)
    }
    return quoted(String(decoding: json, as: UTF8.self))
  }

  private static func field(_ text: String) -> [UInt8] {
    text.isEmpty ? Array("\"\"".utf8) : quoted(text)
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
