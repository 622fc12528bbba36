/// A table that Rowsmith keeps in a database besides those of the model: how it is created and upgraded, and when its rows
/// become worthless.
///
/// The runtime's own are in ``InternalTables/own``. Other targets of the package pass their tables in
/// `StoreOptions.internalTables`.
package struct InternalTable: Sendable, Hashable {
  /// What makes the rows of a table worthless.
  package enum Occasion: String, Sendable, Hashable, Codable, CaseIterable {
    /// Every record is deleted.
    case deleteAllData
    /// The database is migrated to another version of the model, even if only the reading of JSON differs.
    case modelChange
  }

  /// One version of the table.
  package struct Version: Sendable, Hashable {
    /// The SQL that creates it, with its indices and triggers. Their names begin with the name of the table.
    package var create: [String]
    /// The SQL that upgrades it, with its rows, from the version before. Empty for the first version.
    package var upgrade: [String]

    /// Creates a version.
    package init(create: [String], upgrade: [String] = []) {
      self.create = create
      self.upgrade = upgrade
    }
  }

  /// The name, such as `_rowsmith_pending`, which no table of a model can have.
  package let name: String
  /// Every released version, in order. Versions are never changed or removed.
  package let versions: [Version]
  /// When all its rows are deleted.
  package let clearedBy: [Occasion]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - suffix: what follows `_rowsmith_` in its name.
  ///   - versions: at least one.
  ///   - clearedBy: when all its rows are deleted, by any process, even one that does not know the table.
  package init(_ suffix: String, versions: [Version], clearedBy: [Occasion]) {
    name = "_rowsmith_\(suffix)"
    self.versions = versions
    self.clearedBy = clearedBy
  }

  /// The current version, counted from 1.
  package var version: Int { versions.count }
}
