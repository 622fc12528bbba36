import RowsmithInference

/// Recognises what is no sample: descriptions of APIs, data models, databases.
enum Recognition {
  /// The model that a file describes; nil where it is a sample.
  static func recognise(_ file: String) throws -> ModelDraft? { try Description.draft(recognising: file) }
}
