/// How a store is opened.
public struct StoreOptions: Sendable, Hashable {
  /// What opening does with a damaged file.
  public enum DamagePolicy: String, Sendable, Hashable, CaseIterable {
    /// Opening fails.
    case fail
    /// Renames the file to `<name>.damaged-<number>` in the same folder, and creates a new database. A symbolic link
    /// stays; the file that it leads to is renamed. A file that must exist, `.existingFile`, stays, and opening fails.
    case setAside
  }

  /// Whether the store only reads. The file must exist, with the tables of the model.
  public var isReadOnly = false
  /// The maximum number of concurrent reads; at least 1. A store in memory runs reads and writes one after another.
  public var maximumReaders = 4
  /// How long a write waits for another process's write before it fails with ``StoreError/Reason/busy``.
  public var busyTimeout = Duration.seconds(5)
  /// What to do with a database of another version of the model.
  public var onModelChange = ModelChangePolicy.migrate
  /// What to do with a damaged file.
  public var onDamage = DamagePolicy.fail
  /// Whether opening checks every page (`PRAGMA quick_check`), which takes time in proportion to the size of the file.
  /// Otherwise damage is found when a damaged page is read.
  public var checksIntegrity = false
  /// How often to check for writes of other processes, so that they are observed, too; `nil` for never.
  public var externalChangeInterval: Duration?

  /// The app's functions that SQL can call.
  public var functions: [SQLFunction] = []
  /// The app's collations; those of ``Collation/localized`` always exist.
  public var collations: [Collation] = []
  /// Called for each statement that runs; `nil` for no trace.
  public var trace: StatementTrace?

  /// The app's own migration steps between versions of the model.
  public var migrations: [MigrationStep] = []

  /// The key that encrypts the file; `nil` for a file that is not encrypted. Needs the trait `SQLCipher` of the package. A
  /// store in memory ignores it.
  public var key: DatabaseKey?

  /// Tables of other targets of the package.
  package var internalTables: [InternalTable] = []

  /// Fast paths to switch off, to measure their effect.
  package var leftOut: Set<FastPath> = []

  /// Creates the default options.
  public init() {}
}
