public import Rowsmith

extension Store {
  /// A store in memory with the rows of a JSON document, for a test.
  ///
  /// - Parameters:
  ///   - model: the generated model.
  ///   - json: the document; empty for no rows.
  ///   - target: what the document is.
  /// - Throws: ``ImportError`` where the document is not of the model.
  public static func testing<M: Model>(
    _ model: M, json: String = "", into target: ImportTarget? = nil
  ) throws -> Store {
    let store = try Store(.memory, model: model)
    if let target, !json.isEmpty { try store.importJSON(.string(json), into: target) }
    return store
  }
}
