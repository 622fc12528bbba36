import RowsmithSchema

extension Store {
  /// Imports a table, CSV or TSV with a line of names at its top, in one transaction: all of it, or nothing.
  ///
  /// Each line is a record of the entity. Its columns are found as the keys of a JSON object are: `user.name` is the `name`
  /// of `user`. As a table has only text, values are converted as `coerce: true` does, which loses nothing. An empty field
  /// is null, unless it stands in quotes: then it is empty text. A to-one relationship has the key of its record, a list or
  /// an object is written as JSON. ``CSVFormat`` says how lines are read.
  ///
  /// - Returns: what was done; ``ImportReport/bytes`` are those of the JSON that the lines are.
  /// - Throws: ``ImportError``, whose line and column are those of the table, and ``StoreError``. Nothing is written then.
  @discardableResult
  public func importCSV(
    _ source: JSONSource, format: CSVFormat = .csv, into entity: String,
    options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    try importJSON(
      table(source, format: format, of: entity), into: .entity(entity), options: forText(options))
  }

  /// Imports a table without blocking the caller's thread; otherwise like its namesake.
  ///
  /// A cancelled task leaves the database as it was.
  @discardableResult
  public func importCSV(
    _ source: JSONSource, format: CSVFormat = .csv, into entity: String,
    options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport {
    try await importJSON(
      table(source, format: format, of: entity), into: .entity(entity), options: forText(options))
  }

  /// A table of records of an entity as JSON, for an import with options that are ``forText(_:)``.
  package func table(_ source: JSONSource, format: CSVFormat, of entity: String) -> JSONSource {
    Store.table(source, format: format, of: entity, in: model.graph)
  }

  /// A table as JSON, before there is a store of the model.
  package static func table(
    _ source: JSONSource, format: CSVFormat, of entity: String, in graph: SchemaGraph
  ) -> JSONSource {
    let columns = TableColumns(of: entity, in: graph)
    return source.readingTable(format) { columns.kind($0) }
  }

  /// The options for an import of what has only text.
  package func forText(_ options: ImportOptions) -> ImportOptions {
    var options = options
    options.model = ImportModel(model.schema.coercing, in: model)
    return options
  }
}

extension Schema {
  /// The same model, whose attributes convert what loses nothing.
  var coercing: Schema {
    var schema = self
    for entity in schema.entities.indices {
      for attribute in schema.entities[entity].attributes.indices {
        schema.entities[entity].attributes[attribute].coerces = true
      }
    }
    return schema
  }
}
