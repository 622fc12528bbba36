/// The options of a generator.
public struct GeneratorOptions: Sendable, Hashable {
  /// The name of the module for the files. The model's type is named after it: `BandsModel`.
  public var module: String
  /// The access level of the generated declarations.
  public var access: AccessLevel
  /// The model's files in the header of generated files: relative paths, in order.
  public var sources: [String]

  /// Creates options.
  public init(module: String, access: AccessLevel = .internal, sources: [String] = []) {
    self.module = module
    self.access = access
    self.sources = sources
  }
}
