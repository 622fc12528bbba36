import RowsmithInference

/// Recognises files other than samples: API descriptions, data models, databases.
enum Recognition {
  /// The model that a file describes; `nil` if it is a sample.
  static func recognise(_ file: String) throws -> ModelDraft? { try Description.draft(recognising: file) }

  /// Whether the first bytes of a document claim that it is no sample.
  static func claimsToDescribe(_ bytes: [UInt8]) -> Bool {
    RowsmithInference.Recognition.claimsToDescribe(bytes)
  }
}
