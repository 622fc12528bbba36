/// Reads YAML that is no model: a description of an API, for instance.
package enum YAMLDocument {
  /// Reads the one document of a text.
  ///
  /// Descriptions are larger than models, so the bounds are wider.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: the first thing that is wrong with it.
  package static func read(_ text: String, path: String) throws(Diagnostic) -> YAMLNode? {
    let bounds = YAMLTreeBuilder.Bounds(deepest: 128, largest: 5_000_000)
    var builder = YAMLTreeBuilder(ModelSource(path: path, text: text), within: bounds)
    let node = try builder.document()
    if let first = builder.diagnostics.first { throw first }
    return node
  }
}
