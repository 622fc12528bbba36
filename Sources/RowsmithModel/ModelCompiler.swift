public import RowsmithAPI
public import RowsmithSchema

/// Compiles the YAML files of a model to a validated schema.
public enum ModelCompiler {
  /// Compiles the files of one model.
  ///
  /// All mistakes in all files are reported in one run. Names are looked up only if every file is valid YAML, because an
  /// unreadable file may declare what the others refer to.
  ///
  /// - Parameters:
  ///   - sources: the files of the model, in order.
  ///   - name: the name of the model and of its module, a Swift identifier such as `Bands`.
  public static func compile(_ sources: [ModelSource], name: String) -> CompiledModel {
    compile(sources, name: name, isComplete: true)
  }

  /// Compiles the files that could be read. Names are looked up only if all files are among them.
  package static func compile(_ sources: [ModelSource], name: String, isComplete: Bool) -> CompiledModel {
    var parser = ModelParser()
    var diagnostics: [Diagnostic] = []
    var isReadable = isComplete && !sources.isEmpty
    for source in sources {
      var builder = YAMLTreeBuilder(source)
      do throws(Diagnostic) {
        guard let root = try builder.document(), !root.isAbsent else {
          throw Diagnostic.emptyModel(at: .beginning(of: source.path))
        }
        parser.parse(root)
      } catch {
        diagnostics.append(error)
        isReadable = false
      }
      diagnostics += builder.diagnostics
    }
    diagnostics += parser.diagnostics
    guard isReadable else {
      return CompiledModel(name: name, schema: nil, api: nil, diagnostics: diagnostics.inOrder)
    }
    let origin = SourceRange.beginning(of: sources[0].path)
    var resolver = Resolver(parser.model, name: name, origin: origin)
    resolver.resolve()
    diagnostics = (diagnostics + resolver.diagnostics).inOrder
    let isSound = !diagnostics.hasErrors
    return CompiledModel(
      name: name, schema: isSound ? resolver.schema : nil, api: isSound ? resolver.api : nil,
      diagnostics: diagnostics)
  }
}

/// The result of compiling a model.
public struct CompiledModel: Sendable {
  /// The name of the model and of its module.
  public let name: String
  /// The schema; `nil` if there is an error among the diagnostics.
  public let schema: Schema?
  /// The API of the server; `nil` if the model has none of `api`, `routes`, `resource` and `sync`, or if there is no schema.
  public let api: API?
  /// Errors and warnings, by file, line and column.
  public let diagnostics: [Diagnostic]
  /// The files that were read, in order; empty if the model was compiled from texts.
  public internal(set) var files: [String] = []

  init(name: String, schema: Schema?, api: API?, diagnostics: [Diagnostic]) {
    self.name = name
    self.schema = schema
    self.api = api
    self.diagnostics = diagnostics
  }
}
