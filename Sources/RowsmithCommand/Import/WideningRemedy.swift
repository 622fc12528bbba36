import Rowsmith
import RowsmithInference

/// Advice if a document contradicts the model.
struct WideningRemedy {
  let file: ModelFile
  let contract: SchemaContract
  let isTable: Bool
  /// The types in the documents, if known.
  var types = SeenTypes()

  /// The end of an error's message; often empty.
  func hint(_ error: ImportError) -> String {
    guard error.contradiction != nil, contract != .freeze, !file.isPipe, let text = file.text else {
      return ""
    }
    if error.contradiction?.found == .emptyArray {
      let isProposed = contract == .discard && ModelWidening(text: text, path: file.path).isAllowed
      return isProposed ? "; with --schema-contract evolve an empty array counts as null, and it goes in" : ""
    }
    let widening = ModelWidening(text: text, path: file.path, types: types, isTable: isTable)
    switch (contract, widening.isAllowed) {
    case (.discard, true):
      return widening.edit(for: error) == nil
        ? "" : "; with --schema-contract evolve the model is widened, and the document is imported"
    case (.evolve, false):
      return widening.edit(for: error).map { edit in
        "; '\(file.path)' does not say that it was made from samples, so evolve does not widen it; the document is imported with "
          + edit
      } ?? ""
    default: return ""
    }
  }
}
