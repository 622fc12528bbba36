public import RowsmithSchema

/// A database that holds the records of one model.
///
/// A store has one writer; calls from several threads wait for each other.
public final class Store: Sendable {
  /// The model.
  public let schema: Schema

  /// Opens a database, or creates it with the tables of the model.
  public init(_ location: StoreLocation, schema: Schema) throws {
    self.schema = schema
  }

  /// Imports a JSON document in one transaction: all of it, or nothing.
  ///
  /// Throws ``ImportError`` for what is wrong with the document and ``StoreError`` for what is wrong with the
  /// database.
  public func importJSON(
    _ source: JSONSource, into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    ImportReport()
  }
}
