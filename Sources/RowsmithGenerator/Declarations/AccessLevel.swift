/// Who can use the generated declarations.
public enum AccessLevel: String, Sendable, Hashable, CaseIterable {
  /// Every module.
  case `public`
  /// The modules of the package.
  case package
  /// The module itself.
  case `internal`
}
