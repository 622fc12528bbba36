public import RowsmithSchema

extension Schema {
  /// Sixteen hexadecimal digits that identify the tables of a model version: they are the same for models with the same
  /// tables and columns. Record the fingerprint of each released app version, to write a ``MigrationStep`` from it.
  public var fingerprint: String {
    StableHash.digits(of: DDL.statements(for: Layout(self)).joined(separator: ";\n"))
  }
}
