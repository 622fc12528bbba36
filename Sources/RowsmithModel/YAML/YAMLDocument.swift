/// Reads YAML other than models, such as API descriptions.
package enum YAMLDocument {
  /// Reads the single document of a text.
  ///
  /// The limits are higher than for models, because descriptions are larger.
  ///
  /// - Returns: `nil` if the text is empty.
  /// - Throws: the first error in it.
  package static func read(_ text: String, path: String) throws(Diagnostic) -> YAMLNode? {
    let bounds = YAMLTreeBuilder.Bounds(deepest: 128, largest: 5_000_000)
    var builder = YAMLTreeBuilder(ModelSource(path: path, text: text), within: bounds)
    let node = try builder.document()
    if let first = builder.diagnostics.first { throw first }
    return node
  }
}
