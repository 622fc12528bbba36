/// Makes a draft of what describes a model: an API, a schema, a Core Data model, a database.
package enum Description {
  /// The draft of the description at a path.
  ///
  /// Nothing is fetched, and nothing is written: references into other files are followed relative to the file, a database
  /// is opened for reading.
  ///
  /// - Throws: ``DescriptionError`` where nothing can be made of it.
  package static func draft(at path: String, _ kind: DescriptionKind) throws(DescriptionError) -> ModelDraft {
    switch kind {
    case .openAPI: try OpenAPIReader.draft(at: path, try DescriptionText.value(ofFileAt: path))
    case .jsonSchema: try JSONSchemaReader.draft(at: path, try DescriptionText.value(ofFileAt: path))
    case .coreData: try CoreDataReader.draft(at: path)
    case .database: try DatabaseReader.draft(at: path)
    }
  }
}
