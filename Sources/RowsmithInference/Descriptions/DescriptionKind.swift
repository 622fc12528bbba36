/// The sources of a model other than samples.
package enum DescriptionKind: String, Sendable, CaseIterable {
  /// OpenAPI 3.0 or 3.1, as YAML or JSON.
  case openAPI
  /// JSON Schema, drafts 4 to 2020-12, as JSON or YAML.
  case jsonSchema
  /// A Core Data model: `.xcdatamodeld`, `.xcdatamodel`, or the `contents` in it.
  case coreData
  /// An SQLite database.
  case database

  /// The name in a sentence.
  package var name: String {
    switch self {
    case .openAPI: "an OpenAPI description"
    case .jsonSchema: "a JSON Schema"
    case .coreData: "a Core Data model"
    case .database: "an SQLite database"
    }
  }
}
