import Foundation

/// Makes drafts from descriptions of a model: an API, a schema, a Core Data model, a database.
package enum Description {
  /// The draft of the description at a path; `nil` if the path is a sample, a pipe, or missing, so that the reader of samples
  /// reports the problem.
  ///
  /// - Throws: ``DescriptionError`` if it is a description without a valid draft.
  package static func draft(recognising path: String) throws(DescriptionError) -> ModelDraft? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    // Reading from a pipe would consume its data.
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { return nil }
    guard let found = try Recognition.kind(at: path) else { return nil }
    return try draft(at: path, found)
  }

  /// The draft of the description at a path.
  ///
  /// Nothing is fetched or written: references to other files are resolved relative to the file, and a database is opened for
  /// reading.
  ///
  /// - Throws: ``DescriptionError`` if no draft can be made.
  package static func draft(at path: String, _ kind: DescriptionKind) throws(DescriptionError) -> ModelDraft {
    switch kind {
    case .openAPI: try OpenAPIReader.draft(at: path, try DescriptionText.value(ofFileAt: path))
    case .jsonSchema: try JSONSchemaReader.draft(at: path, try DescriptionText.value(ofFileAt: path))
    case .coreData: try CoreDataReader.draft(at: path)
    case .database: try DatabaseReader.draft(at: path)
    }
  }
}
