import RowsmithSchema

extension Store {
  /// Imports a CSV or TSV table whose first line has the column names, in one transaction: all of it or nothing.
  ///
  /// Each further line is a record of the entity. Columns are matched as the keys of a JSON object are: `user.name` is the
  /// `name` of `user`. A table has only text, so values are converted as with `coerce: true`, which loses nothing. An empty
  /// field is null; in quotes it is empty text. A to-one relationship holds the key of its record; a list or an object is
  /// written as JSON. ``CSVFormat`` says how lines are read.
  ///
  /// - Returns: what was written; ``ImportReport/bytes`` counts the JSON that the lines are converted to.
  /// - Throws: ``ImportError`` with the line and column of the table; ``StoreError``. Nothing is written then.
  @discardableResult
  public func importCSV(
    _ source: JSONSource, format: CSVFormat = .csv, into entity: String,
    options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    try importJSON(
      table(source, format: format, of: entity), into: .entity(entity), options: forText(options))
  }

  /// Imports a table without blocking the caller's thread; see the synchronous version.
  ///
  /// A cancelled task leaves the database unchanged.
  @discardableResult
  public func importCSV(
    _ source: JSONSource, format: CSVFormat = .csv, into entity: String,
    options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport {
    try await importJSON(
      table(source, format: format, of: entity), into: .entity(entity), options: forText(options))
  }

  /// A table of records as JSON, to be imported with the options of ``forText(_:)``.
  package func table(_ source: JSONSource, format: CSVFormat, of entity: String) -> JSONSource {
    Store.table(source, format: format, of: entity, in: model.graph)
  }

  /// A table as JSON, without a store of the model.
  package static func table(
    _ source: JSONSource, format: CSVFormat, of entity: String, in graph: SchemaGraph
  ) -> JSONSource {
    let columns = TableColumns(of: entity, in: graph)
    return source.readingTable(format) { columns.kind($0) }
  }

  /// The options for an import of a source that has only text.
  package func forText(_ options: ImportOptions) -> ImportOptions {
    var options = options
    options.model = ImportModel(model.schema.coercing, in: model)
    options.readsTables = true
    return options
  }
}

extension Schema {
  /// The same model, with `coerce: true` for all attributes.
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
