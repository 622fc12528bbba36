public import RowsmithAPI
public import RowsmithSchema

/// Turns a schema, and what a server offers, into Swift source: schema → declarations → text.
///
/// The output depends on what it is given and the options alone, to the byte. It is formatted as `swift format` would
/// by default, and needs nothing but the runtime and Foundation, and
/// the runtime's client where there are routes.
public struct Generator: Sendable {
  /// What is generated beside what the schema says.
  public var options: GeneratorOptions

  /// Creates a generator.
  public init(options: GeneratorOptions) { self.options = options }

  /// Generates the files named by ``GeneratedFile/names``, in that order.
  ///
  /// - Parameters:
  ///   - schema: what the server's data is.
  ///   - api: what the server offers, resolved against the same schema; nil for a model that does not say.
  /// - Throws: ``GeneratorError`` where names of the model cannot stand beside each other in Swift.
  public func generate(_ schema: Schema, api: API? = nil) throws(GeneratorError) -> [GeneratedFile] {
    let translator = try Translator(schema: schema, api: api, module: options.module)
    let renderer = Renderer(access: options.access)
    return translator.translateFiles().map { renderer.render($0, sources: options.sources) }
  }
}
