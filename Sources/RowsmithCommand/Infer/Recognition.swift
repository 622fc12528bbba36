import RowsmithInference

/// Recognises files other than samples: API descriptions, data models, databases.
enum Recognition {
  /// The model that a file describes; `nil` if it is a sample.
  static func recognise(_ file: String) throws -> ModelDraft? { try Description.draft(recognising: file) }
}
