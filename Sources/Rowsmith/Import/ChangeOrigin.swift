/// What brought a change: a name, of which an app and a layer above the store may make more.
///
/// What is written in a transaction has the origin ``local`` unless it is written inside of
/// ``WriteTransaction/withOrigin(_:_:)`` or by an import, whose origin ``ImportOptions/origin`` says.
///
/// ```swift
/// extension ChangeOrigin {
///   static let pull = ChangeOrigin("pull")
/// }
/// ```
public struct ChangeOrigin: Sendable, Hashable {
  /// The name.
  public let name: String

  /// Creates an origin of that name. Two of one name are the same.
  public init(_ name: String) { self.name = name }

  /// The app: records, queries and SQL in a write block.
  public static let local = ChangeOrigin("local")
  /// An import that does not say otherwise.
  public static let `import` = ChangeOrigin("import")
  /// An app that brings its own data to a new version. Migrations of the model itself are over before anybody observes.
  public static let migration = ChangeOrigin("migration")
  /// Another process, or another store of the same file.
  public static let external = ChangeOrigin("external")
}

extension ChangeOrigin: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
