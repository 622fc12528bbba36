public import Foundation
public import RowsmithSchema

/// Makes the JSON of records that need not be in a database, for instance to send what a screen has edited.
///
/// The JSON is the same as a store's: the same keys, date formats, transforms and order. A record holds the keys of its
/// to-one relationships. To-many relationships are left out. A to-one relationship to records with a key of several parts is
/// an object with these parts.
///
/// A producer prepares its model once; keep it to produce JSON often. Use it from one thread at a time. For a single result,
/// ``Model`` has the same methods.
public final class JSONProducer {
  /// How the JSON is produced. Nothing can be embedded.
  public let options: ExportOptions
  /// What the JSON so far could not express, one sentence each.
  public private(set) var notes: [String] = []
  private let mapping: Mapping
  private let tree: ExportTree
  private let impliedKeys: Set<String>
  /// The shapes of entities, each with the builder that collects notes from the rows.
  private var shapes: [String: (shape: ExportShape, builder: ExportShapeBuilder)] = [:]

  /// Creates a producer for a model.
  ///
  /// - Parameters:
  ///   - schema: the model.
  ///   - customizations: the app's transforms. If one is missing, its values are written as they are stored.
  ///   - options: what is written, and how.
  /// - Throws: ``StoreError`` if the model is not valid.
  public convenience init(
    schema: Schema, customizations: Customizations = Customizations(),
    options: ExportOptions = ExportOptions()
  ) throws {
    self.init(
      mapping: try Mapping(schema: schema, customizations: customizations), options: options, impliedKeys: [])
  }

  /// - Parameter impliedKeys: the relationships whose keys were imported from the foreign key that the model implies.
  init(mapping: Mapping, options: ExportOptions, impliedKeys: Set<String>) {
    self.mapping = mapping
    self.options = options
    self.impliedKeys = impliedKeys
    tree = ExportTree(options)
  }

  /// Creates a producer for a generated model.
  ///
  /// - Throws: ``StoreError`` if the model is not valid.
  public convenience init<M: Model>(_ model: M, options: ExportOptions = ExportOptions()) throws {
    try self.init(schema: M.schema, customizations: model.customizations, options: options)
  }

  /// The JSON of one record: an object, or a bare value if that is all the record has.
  ///
  /// - Throws: ``ExportError``.
  public func json<R: Record>(of record: R) throws -> JSONValue {
    try value { output in try write(record, to: output) }
  }

  /// The JSON of records: an array, or an object if their key is the key in a map.
  ///
  /// - Throws: ``ExportError``.
  public func json<R: Record>(of records: [R]) throws -> JSONValue {
    try value { output in try write(records, options: ExportOptions(), to: output) }
  }

  /// The JSON of records as UTF-8 text, laid out as the options say.
  ///
  /// - Throws: ``ExportError``.
  public func data<R: Record>(of records: [R]) throws -> Data {
    var data = Data()
    let output = JSONOutput(options) { data.append(contentsOf: $0) }
    try write(records, options: options, to: output)
    return data
  }

  /// The JSON text of rows, given as the values of the columns.
  func data(_ entity: String, _ columns: [String], _ rows: [[StoredValue]]) throws -> Data {
    var data = Data()
    let output = JSONOutput(options) { data.append(contentsOf: $0) }
    try write(entity, options, to: output) { entity, write in
      for row in rows { try write(Row(try entity.tableRow(columns, row), of: entity)) }
    }
    return data
  }

  /// What changed in a record, with its key: a JSON Merge Patch (RFC 7396) from the old record to the new one.
  ///
  /// A value that became nil is `null`, whatever the options say about nulls. A changed `JSON` attribute or list is written
  /// whole. If nothing changed, the patch is the key alone.
  ///
  /// - Throws: ``ExportError``; with ``ExportError/Reason/otherRecord`` if the keys differ.
  public func json<R: Record>(of record: R, changedFrom old: R) throws -> JSONValue {
    let entity = try mapping.exportedEntity(R.entityName)
    return try patch(
      try entity.tableRow(record), changedFrom: try entity.tableRow(old), of: entity)
  }

  /// The patch from one row to another, given as the values of the columns.
  package func patch(
    _ name: String, _ columns: [String], _ row: [StoredValue], changedFrom old: [StoredValue]
  ) throws -> JSONValue {
    let entity = try mapping.exportedEntity(name)
    return try patch(
      try entity.tableRow(columns, row), changedFrom: try entity.tableRow(columns, old), of: entity)
  }

  private func patch(_ row: [StoredValue], changedFrom old: [StoredValue], of entity: EntityMapping) throws
    -> JSONValue
  {
    if entity.table.keySlots.contains(where: { row[$0] != old[$0] }) {
      throw ExportError(
        .otherRecord,
        "two records of \(entity.name) with different keys cannot be compared; produce the JSON of the new one"
      )
    }
    var changes = options
    changes.nulls = .written
    let parts = entity.valueParts
    changes.only = entity.members(changedFrom: old, to: row).filter { name in
      // Options may name a value of several parts as a whole.
      !tree.leavesOut(tree[name] == nil ? parts[name]?.member ?? name : name, isKey: false)
    }.map { [$0] }
    let (shape, builder) = try makeShape(entity, changes)
    var patch = try value { output in
      try RecordWriter(output: output).write(shape, Row(row, of: entity), as: .alone, after: .init())
    }
    note(builder.lateNotes)
    if let rest = entity.rest, !tree.leavesOut(rest.schema.name, isKey: false) {
      for key in entity.restMembers(of: old, missingIn: row) { patch[key] = JSONValue.null }
    }
    return patch
  }

  private func write<R: Record>(_ record: R, to output: JSONOutput) throws {
    let entity = try mapping.exportedEntity(R.entityName)
    let (shape, builder) = try shape(of: entity)
    try RecordWriter(output: output).write(
      shape, Row(try entity.tableRow(record), of: entity), as: .alone, after: .init())
    note(builder.lateNotes)
  }

  private func write<R: Record>(_ records: [R], options: ExportOptions, to output: JSONOutput) throws {
    try write(R.entityName, options, to: output) { entity, write in
      for record in records { try write(Row(try entity.tableRow(record), of: entity)) }
    }
  }

  private func write(
    _ name: String, _ options: ExportOptions, to output: JSONOutput,
    _ rows: (EntityMapping, (Row) throws -> Void) throws -> Void
  ) throws {
    let entity = try mapping.exportedEntity(name)
    let (shape, builder) = try shape(of: entity)
    let family = ExportFamily(shape)
    let writer = try RootWriter(
      entity: entity, family: family, options: options, output: output, graph: mapping.graph,
      dateLoss: builder.dateLoss)
    note(writer.notes)
    if options.layout == .map {
      var seen: Set<[UInt8]> = []
      try rows(entity) { try writer.check($0, &seen) }
    }
    writer.begin()
    try rows(entity) { try writer.write($0) }
    try writer.end()
    note(builder.lateNotes)
  }

  private func value(_ write: (JSONOutput) throws -> Void) throws -> JSONValue {
    var bytes: [UInt8] = []
    let output = JSONOutput(ExportOptions()) { bytes.append(contentsOf: $0) }
    try write(output)
    try output.finish()
    return try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
  }

  private func shape(
    of entity: EntityMapping
  ) throws -> (shape: ExportShape, builder: ExportShapeBuilder) {
    if let known = shapes[entity.name] { return known }
    let made = try makeShape(entity, options)
    shapes[entity.name] = made
    return made
  }

  private func makeShape(
    _ entity: EntityMapping, _ options: ExportOptions
  ) throws -> (shape: ExportShape, builder: ExportShapeBuilder) {
    let builder = ExportShapeBuilder(
      mapping: mapping, connection: nil, options: options, impliedKeys: impliedKeys)
    let shape = try builder.shape(of: entity, ExportTree(options))
    note(builder.notes)
    return (shape, builder)
  }

  private func note(_ texts: [String]) {
    for text in texts where !notes.contains(text) { notes.append(text) }
  }
}
