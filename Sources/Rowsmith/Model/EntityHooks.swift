/// What an app does while records of one entity are imported. What a hook throws makes the record invalid.
///
/// A generated model makes these of what it is created with. The hooks of an entity are called for the records of
/// the entities that extend it, too.
public struct EntityHooks: Sendable {
  /// Answers whether a record is wanted, before anything of it is mapped; false leaves it out silently.
  public var shouldImport: (@Sendable (JSONValue) throws -> Bool)?
  /// Changes the JSON of a record before it is mapped.
  public var willImport: (@Sendable (inout JSONValue) throws -> Void)?
  /// Sees the stored record. The row's columns are those of the hook's entity, `Record.columnNames`.
  public var didImport: (@Sendable (Row) throws -> Void)?

  /// Creates hooks; those left out do nothing.
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
