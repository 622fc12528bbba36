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
    guard error.contradiction != nil, contract != .freeze, let text = file.text else { return "" }
    if error.contradiction?.found == .emptyArray {
      let isProposed = contract == .discard && ModelWidening(text: text, path: file.path).isAllowed
      return isProposed ? "; with --schema-contract evolve an empty array counts as null, and it goes in" : ""
    }
    let widening = ModelWidening(text: text, path: file.path, types: types, isTable: isTable)
    switch (contract, widening.isAllowed) {
    case (.discard, true):
      return widening.edit(for: error) == nil
        ? "" : "; with --schema-contract evolve the model is widened, and it goes in"
    case (.evolve, false):
      return widening.edit(for: error).map { edit in
        "; '\(file.path)' is not said to be made from samples, so that evolve keeps what it promises: it goes in with "
          + edit
      } ?? ""
    default: return ""
    }
  }
}
