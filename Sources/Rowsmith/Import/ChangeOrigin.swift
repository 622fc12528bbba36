/// What caused a change. A name; apps and layers above the store can add their own.
///
/// Changes in a write transaction have the origin ``local``, except inside ``WriteTransaction/withOrigin(_:_:)`` and in an
/// import, which uses ``ImportOptions/origin``.
///
/// ```swift
/// extension ChangeOrigin {
///   static let pull = ChangeOrigin("pull")
/// }
/// ```
public struct ChangeOrigin: Sendable, Hashable {
  /// The name.
  public let name: String

  /// Creates an origin. Two origins with the same name are equal.
  public init(_ name: String) { self.name = name }

  /// The app: records, queries and SQL in a write block.
  public static let local = ChangeOrigin("local")
  /// An import without an origin of its own.
  public static let `import` = ChangeOrigin("import")
  /// An app that migrates its own data to a new version. Migrations of the model itself run before anybody can observe.
  public static let migration = ChangeOrigin("migration")
  /// Another process, or another store of the same file.
  public static let external = ChangeOrigin("external")
}

extension ChangeOrigin: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
