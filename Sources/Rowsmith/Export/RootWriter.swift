import RowsmithSchema

/// Writes the root records and the array, map or lines around them.
final class RootWriter {
  private let family: ExportFamily
  private let isLines: Bool
  private let mapKey: AttributeMapping?
  private let mapKeyWriter: ValueWriter?
  private let soleKey: AttributeMapping?
  /// Whether records may take something else from the key of an object that the caller asked for.
  private let takesOther: Bool
  private let output: JSONOutput
  private let records: RecordWriter
  /// Makes the lines of CSV; `nil` for other layouts.
  private let table: CSVRows?
  private(set) var count = 0
  /// What the JSON does not say.
  let notes: [String]

  /// - Parameter dateLoss: what takes note of the dates of an attribute that are not written in full.
  init(
    entity: EntityMapping, family: ExportFamily, options: ExportOptions, output: JSONOutput,
    graph: SchemaGraph, dateLoss: (AttributeMapping) -> DateLoss
  ) throws {
    self.family = family
    self.output = output
    isLines = options.layout == .lines || options.layout == .csv
    if options.layout == .lines, let shape = family.sortedShapes.first(where: RootWriter.isBare) {
      throw ExportError(
        .unknownTarget,
        "records of \(shape.entity.name) are bare values, and each line is an object; export an array")
    }
    table = options.layout == .csv ? try CSVRows(entity: entity, family: family, graph: graph) : nil
    records = RecordWriter(output: table?.output ?? output)
    let attribute = entity.mapKeyAttribute
    let asked = options.layout == .map && attribute == nil ? try entity.rootMapKey() : nil
    mapKey = isLines ? nil : attribute ?? asked
    takesOther =
      asked.map { key in
        family.sortedShapes.contains { shape in
          shape.entity.mapKeyAttributes.contains { shape.entity.attributes[$0.attribute].slot != key.slot }
        }
      } ?? false
    soleKey = entity.soleKeyAttribute
    mapKeyWriter = try mapKey.map { try ValueWriter($0, loss: dateLoss($0)) }
    var notes: [String] = []
    if let mapKey {
      notes.append(
        "the records are in an object keyed by \(mapKey.qualifiedName); import it as such (`--keyed`)")
    } else if let attribute {
      notes.append(
        "\(attribute.qualifiedName), the key, is left out: it is the key of a map, and lines have no such key"
      )
    }
    notes += entity.lostMapKeys(besides: mapKey ?? attribute, graph)
    notes += table?.notes ?? []
    if attribute == nil {
      notes += entity.unspokenKeyParts.map {
        "\(entity.name).\($0), part of the key, is left out: it is outside the record in the JSON; "
          + "export what the record is embedded in"
      }
    }
    for member in entity.family.values.sorted(by: { $0.index < $1.index }) {
      for (index, priority) in member.indexAttributes where priority == 0 {
        let attribute = member.attributes[index]
        if entity.keyParts.contains(attribute.schema.name) { continue }
        notes.append(
          "an import changes \(attribute.qualifiedName): it is the place of the record in the array")
      }
      notes += member.changedObjects
    }
    self.notes = notes
  }

  /// Whether an object cannot have the whole record: a bare value is all of it, or part of its key.
  private static func isBare(_ shape: ExportShape) -> Bool {
    guard shape.bareValue != nil, let item = shape.entity.itemAttribute else { return false }
    return shape.entity.isBareValue || shape.entity.keyParts.contains(item.schema.name)
  }

  /// Checks one row before any is written: its key in the object around the records must be there, and be its own.
  ///
  /// - Parameter seen: the keys of earlier rows, as they are written.
  func check(_ row: Row, _ seen: inout Set<[UInt8]>) throws {
    guard let mapKey, let mapKeyWriter else { return }
    let value = try row.storedValue(at: mapKey.slot)
    if value == .null {
      throw ExportError(
        .ambiguousKey,
        "a record has no \(mapKey.qualifiedName), so the records cannot be in an object keyed by it")
    }
    let start = output.position
    try records.writeMapKey(row, column: mapKey.slot, mapKeyWriter)
    let key = output.take(from: start)
    if !seen.insert(key).inserted {
      let shown =
        mapKeyWriter.mayWriteAlike ? String(decoding: key.dropLast(), as: UTF8.self) : DDL.literal(value)
      throw ExportError(
        .ambiguousKey,
        "two records have the \(mapKey.qualifiedName) \(shown), so the records cannot be in an object "
          + "keyed by it")
    }
    if takesOther { try checkOthers(row, value, mapKey) }
  }

  /// Checks that an import reads nothing else from a record's key than what the record has.
  private func checkOthers(_ row: Row, _ value: StoredValue, _ mapKey: AttributeMapping) throws {
    guard let entity = family.shape(of: row)?.entity else { return }
    for (index, priority) in entity.mapKeyAttributes {
      let attribute = entity.attributes[index]
      let own = try row.storedValue(at: attribute.slot)
      let isSaidInside = priority > 0 && attribute.schema.exportPath != nil && own != .null
      if isSaidInside || own == value || Self.isSame(own, attribute, value, mapKey) { continue }
      throw ExportError(
        .ambiguousKey,
        "a record takes \(attribute.qualifiedName) from the key of the object around it, so the records cannot be in an "
          + "object keyed by \(mapKey.qualifiedName)")
    }
  }

  /// Whether a number and a text are the same as the key of an object.
  private static func isSame(
    _ one: StoredValue, _ first: AttributeMapping, _ other: StoredValue, _ second: AttributeMapping
  ) -> Bool {
    let converters = [first.converter, second.converter]
    guard converters.allSatisfy({ $0.transform == nil && ($0.type == .int || $0.type == .string) }) else {
      return false
    }
    switch (one, other) {
    case (.integer(let number), .text(let text)), (.text(let text), .integer(let number)):
      return text == String(number)
    default: return false
    }
  }

  /// Whether rows must be checked: their keys in the object around them are not their primary keys, may be those of others
  /// as they are written, or are not all that an import reads from there.
  var needsCheck: Bool {
    mapKey.map { $0 !== soleKey || takesOther || mapKeyWriter?.mayWriteAlike == true } ?? false
  }

  /// Whether the records are in an object, in which no two may have the same key.
  var isMap: Bool { mapKey != nil }

  func begin() {
    if let table { output.append(table.header) }
    if !isLines { output.append(UInt8(ascii: mapKey == nil ? "[" : "{")) }
  }

  func write(_ row: Row) throws {
    guard let shape = family.shape(of: row) else { return }
    if let table {
      try records.write(shape, row, as: .columns, after: .init())
      output.append(try table.takeLine())
      count += 1
      return try output.flushIfLarge()
    }
    var prefix = RecordWriter.Prefix(needsComma: count > 0 && !isLines)
    if let mapKey, let mapKeyWriter {
      if prefix.needsComma { output.append(UInt8(ascii: ",")) }
      prefix.needsComma = false
      try records.writeMapKey(row, column: mapKey.slot, mapKeyWriter)
    }
    // A line is an object, as a row of a table is: a value that cannot be in it is noted.
    try records.write(shape, row, as: isLines ? .columns : .item, after: prefix)
    if isLines { output.append(UInt8(ascii: "\n")) }
    count += 1
    try output.flushIfLarge()
  }

  func end() throws {
    if !isLines { output.append(mapKey == nil ? "]\n" : "}\n") }
    try output.finish()
  }
}
