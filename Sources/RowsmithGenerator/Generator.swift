public import RowsmithAPI
public import RowsmithSchema

/// Generates Swift source from a schema and the API of a server: schema → declarations → text.
///
/// The output depends only on the input and the options, byte for byte. It has the default format of `swift format`, and
/// depends only on the runtime and Foundation, and on the runtime's client if there are routes.
public struct Generator: Sendable {
  /// The options.
  public var options: GeneratorOptions

  /// Creates a generator.
  public init(options: GeneratorOptions) { self.options = options }

  /// Generates the files named by ``GeneratedFile/names``, in that order.
  ///
  /// - Parameters:
  ///   - schema: the schema of the data.
  ///   - api: the API of the server, resolved against the same schema; `nil` if the model has none.
  /// - Throws: ``GeneratorError`` if names of the model collide in Swift.
  public func generate(_ schema: Schema, api: API? = nil) throws(GeneratorError) -> [GeneratedFile] {
    let translator = try Translator(schema: schema, api: api, module: options.module)
    let renderer = Renderer(access: options.access)
    return translator.translateFiles().map { renderer.render($0, sources: options.sources) }
  }
}
