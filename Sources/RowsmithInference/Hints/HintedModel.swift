package import Rowsmith
import RowsmithModel
import RowsmithSchema

/// A model that a person has written, to which what is new in samples is added.
package struct HintedModel {
  private let path: String
  private let text: String
  private let compiled: CompiledModel
  private let schema: Schema

  /// - Throws: ``HintFailure`` where the model has errors.
  package init(text: String, path: String) throws {
    self.text = text
    self.path = path
    compiled = ModelCompiler.compile(
      [ModelSource(path: path, text: text)], name: ModelCompiler.name(ofModelAt: path))
    guard let schema = compiled.schema else { throw HintFailure(lines: compiled.diagnostics.map { "\($0)" }) }
    self.schema = schema
  }

  /// Adds what a draft has and the model has not.
  ///
  /// - Returns: the text of the model, as it was where nothing is new, and what an import of the samples is into.
  package func adding(_ inferred: InferredModel) throws -> (text: String, target: ImportTarget) {
    var additions = HintAdditions(inferred.draft, schema, ModelText(text, path: path))
    try additions.add()
    for seen in inferred.seenValues { try additions.add(values: seen) }
    let target = try additions.target(inferred.target)
    let result = additions.text.text
    if additions.isEmpty { return (text, target) }
    let compiled = ModelCompiler.compile([ModelSource(path: path, text: result)], name: schema.name)
    guard compiled.schema != nil, compiled.diagnostics.count <= self.compiled.diagnostics.count else {
      throw HintFailure(
        lines: ["error: what is new in the samples cannot be added to '\(path)'; add it by hand:"]
          + compiled.diagnostics.map { "\($0)" })
    }
    return (result, target)
  }
}

/// Why a model cannot be added to.
package struct HintFailure: Error, Sendable {
  /// What to say, a line each.
  package let lines: [String]
}
