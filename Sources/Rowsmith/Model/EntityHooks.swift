/// The app's code that runs while records of one entity are imported. If a hook throws, the record is invalid.
///
/// A generated model builds them from the closures that it is created with. The hooks of an entity also run for records of
/// entities that extend it.
public struct EntityHooks: Sendable {
  /// Returns `false` to skip a record silently. Called before ``willImport``.
  public var shouldImport: (@Sendable (JSONValue) throws -> Bool)?
  /// Changes the JSON of a record before it is mapped.
  public var willImport: (@Sendable (inout JSONValue) throws -> Void)?
  /// Called with the stored record. The columns of the row are those of the hook's entity, `Record.columnNames`.
  public var didImport: (@Sendable (Row) throws -> Void)?

  /// Creates hooks; hooks that are left out do nothing.
  public init(
    shouldImport: (@Sendable (JSONValue) throws -> Bool)? = nil,
    willImport: (@Sendable (inout JSONValue) throws -> Void)? = nil,
    didImport: (@Sendable (Row) throws -> Void)? = nil
  ) {
    self.shouldImport = shouldImport
    self.willImport = willImport
    self.didImport = didImport
  }
}
