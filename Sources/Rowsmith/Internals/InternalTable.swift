/// A table that Rowsmith keeps in a database beside those of the model: how it is created and upgraded, and when its rows
/// are worthless.
///
/// The runtime's own are in ``InternalTables/own``. Another target of the package hands its tables over in
/// `StoreOptions.internalTables`.
package struct InternalTable: Sendable, Hashable {
  /// What makes the rows of a table worthless.
  package enum Occasion: String, Sendable, Hashable, Codable, CaseIterable {
    /// Every record is deleted.
    case deleteAllData
    /// The database is brought to another version of the model, even if only the reading of JSON differs.
    case modelChange
  }

  /// The table as one version of its target wants it.
  package struct Version: Sendable, Hashable {
    /// The SQL that makes it, with its indices and triggers, whose names begin with that of the table.
    package var create: [String]
    /// The SQL that upgrades it from the version before, with its rows. Empty for the first version.
    package var upgrade: [String]

    /// Creates a version.
    package init(create: [String], upgrade: [String] = []) {
      self.create = create
      self.upgrade = upgrade
    }
  }

  /// The name, which no table of a model can have: `_rowsmith_pending`.
  package let name: String
  /// Every version that was ever released, the first one first. None is changed or taken away.
  package let versions: [Version]
  /// When all its rows are deleted.
  package let clearedBy: [Occasion]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - suffix: what follows `_rowsmith_` in its name.
  ///   - versions: at least one.
  ///   - clearedBy: when all its rows are deleted, by whichever process, whether that knows the table or not.
  package init(_ suffix: String, versions: [Version], clearedBy: [Occasion]) {
    name = "_rowsmith_\(suffix)"
    self.versions = versions
    self.clearedBy = clearedBy
  }

  /// The version of today, counted from 1.
  package var version: Int { versions.count }
}
