import Foundation

/// Makes a draft of what describes a model: an API, a schema, a Core Data model, a database.
package enum Description {
  /// The draft of what a file or folder describes; nil where it is a sample, a pipe, or not there, so that whoever reads
  /// samples says what is wrong with it.
  ///
  /// - Throws: ``DescriptionError`` where it is a description that nothing can be made of.
  package static func draft(recognising path: String) throws(DescriptionError) -> ModelDraft? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    // What is read of a pipe is gone.
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { return nil }
    guard let found = try Recognition.kind(at: path) else { return nil }
    return try draft(at: path, found)
  }

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
