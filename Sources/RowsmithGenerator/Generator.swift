public import RowsmithSchema

/// Turns a schema into Swift source: schema → declarations → text.
///
/// The output depends on the schema and the options alone, to the byte. It is formatted as `swift format` would
/// by default, and needs nothing but the runtime and Foundation.
public struct Generator: Sendable {
  /// What is generated beside what the schema says.
  public var options: GeneratorOptions

  /// Creates a generator.
  public init(options: GeneratorOptions) { self.options = options }

  /// Generates the files named by ``GeneratedFile/names``, in that order.
  ///
  /// - Throws: ``GeneratorError`` where names of the model cannot stand beside each other in Swift.
  public func generate(_ schema: Schema) throws(GeneratorError) -> [GeneratedFile] {
    let translator = try Translator(schema: schema, module: options.module)
    let renderer = Renderer(access: options.access)
    return translator.translateFiles().map { renderer.render($0, sources: options.sources) }
  }
}
