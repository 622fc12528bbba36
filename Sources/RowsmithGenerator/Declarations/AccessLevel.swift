/// The access level of the generated declarations.
public enum AccessLevel: String, Sendable, Hashable, CaseIterable {
  /// Visible in every module.
  case `public`
  /// Visible in the modules of the package.
  case package
  /// Visible in the module itself.
  case `internal`
}
