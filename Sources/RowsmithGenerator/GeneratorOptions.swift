/// What is generated beside what the schema says.
public struct GeneratorOptions: Sendable, Hashable {
  /// The name of the module that the files become part of; the model's type is named after it: `BandsModel`.
  public var module: String
  /// Who can use the generated declarations.
  public var access: AccessLevel
  /// The model's files as the header names them: relative paths, in order.
  public var sources: [String]

  /// Creates options.
  public init(module: String, access: AccessLevel = .internal, sources: [String] = []) {
    self.module = module
    self.access = access
    self.sources = sources
  }
}
