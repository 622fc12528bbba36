/// How a store is opened.
public struct StoreOptions: Sendable, Hashable {
  /// What opening does with a damaged file.
  public enum DamagePolicy: String, Sendable, Hashable, CaseIterable {
    /// Opening fails.
    case fail
    /// The file is set aside, renamed to `<name>.damaged-<number>` beside it, and a new database is made.
    case deleteStore
  }

  /// Whether the store only reads. The file must be there, with the tables of the model.
  public var isReadOnly = false
  /// How many reads can run at the same time; at least 1. A store in memory reads and writes one after another.
  public var maximumReaders = 4
  /// How long a write waits for a write of another process before it fails with ``StoreError/Reason/busy``.
  public var busyTimeout = Duration.seconds(5)
  /// What is done with a database that another version of the model made.
  public var onModelChange = ModelChangePolicy.migrate
  /// What is done with a damaged file.
  public var onDamage = DamagePolicy.fail
  /// Whether every page is checked when the store is opened (`PRAGMA quick_check`). That takes time in proportion to the
  /// size of the file. Otherwise damage is found when a damaged page is read.
  public var checksIntegrity = false
  /// How often to check for writes of other processes, so that they are observed, too; nil for never.
  public var externalChangeInterval: Duration?

  /// Functions that SQL of the app's own can call.
  public var functions: [SQLFunction] = []
  /// Collations of the app's own; those of ``Collation/localized`` are always there.
  public var collations: [Collation] = []
  /// What is told of each statement that is run; nil for nothing.
  public var trace: StatementTrace?

  /// Steps of the app's own between two versions of the model.
  public var migrations: [MigrationStep] = []

  /// The key of the file, which is encrypted then; nil for one that anybody can read. It takes the trait `SQLCipher` of the
  /// package. A store in memory has none.
  public var key: DatabaseKey?

  /// Tables that another target of the package keeps in the database.
  package var internalTables: [InternalTable] = []

  /// Fast paths that are switched off, to measure what they bring.
  package var leftOut: Set<FastPath> = []

  /// Creates the default options.
  public init() {}
}
