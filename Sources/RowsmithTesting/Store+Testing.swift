public import Rowsmith

extension Store {
  /// Creates a store in memory without rows, for a test.
  public static func testing<M: Model>(_ model: M) throws -> Store { try Store(.memory, model: model) }

  /// Creates a store in memory with the rows of a JSON document, for a test.
  ///
  /// - Parameters:
  ///   - model: the generated model.
  ///   - json: the document; empty for no rows.
  ///   - target: what the document contains.
  /// - Throws: `ImportError` if the document does not match the model.
  public static func testing<M: Model>(_ model: M, json: String, into target: ImportTarget) throws -> Store {
    let store = try testing(model)
    if !json.isEmpty { try store.importJSON(.string(json), into: target) }
    return store
  }

  /// Creates a store in memory with records of several entities, each as JSON, imported in order.
  ///
  /// ```swift
  /// let store = try Store.testing(
  ///   BandsModel(),
  ///   json: [
  ///     "Band": #"[{"name": "Genesis", "formed": 1967}, {"name": "Yes", "formed": 1968}]"#,
  ///     "Album": #"{"name": "Foxtrot", "released": "1972-10-06", "band": "Genesis"}"#,
  ///   ])
  /// ```
  ///
  /// - Throws: `ImportError` if one does not match the model.
  public static func testing<M: Model>(_ model: M, json: KeyValuePairs<String, String>) throws -> Store {
    let store = try testing(model)
    for (entity, json) in json { try store.importJSON(.string(json), into: .entity(entity)) }
    return store
  }
}
