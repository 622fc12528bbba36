public import Foundation

// For one record or list. A `JSONProducer` prepares the model once for many.
extension Model {
  /// The JSON of one record, which need not be in a database: an object, or a bare value if that is all the record has.
  ///
  /// - Throws: ``ExportError``.
  public func json<R: Record>(of record: R, options: ExportOptions = ExportOptions()) throws -> JSONValue {
    try JSONProducer(self, options: options).json(of: record)
  }

  /// The JSON of records: an array, or an object if their key is the key in a map.
  ///
  /// - Throws: ``ExportError``.
  public func json<R: Record>(of records: [R], options: ExportOptions = ExportOptions()) throws -> JSONValue {
    try JSONProducer(self, options: options).json(of: records)
  }

  /// The JSON of records as UTF-8 text, laid out as the options say.
  ///
  /// - Throws: ``ExportError``.
  public func jsonData<R: Record>(of records: [R], options: ExportOptions = ExportOptions()) throws -> Data {
    try JSONProducer(self, options: options).data(of: records)
  }

  /// What changed in a record, with its key: a JSON Merge Patch (RFC 7396).
  ///
  /// - Throws: ``ExportError``; with ``ExportError/Reason/otherRecord`` if the keys differ.
  public func json<R: Record>(
    of record: R, changedFrom old: R, options: ExportOptions = ExportOptions()
  ) throws -> JSONValue {
    try JSONProducer(self, options: options).json(of: record, changedFrom: old)
  }
}
