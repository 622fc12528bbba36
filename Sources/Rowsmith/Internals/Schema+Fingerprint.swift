public import RowsmithSchema

extension Schema {
  /// Sixteen hexadecimal digits that identify the tables of a model version: they are the same for models with the same
  /// tables and columns. Record the fingerprint of each released app version, to write a ``MigrationStep`` from it.
  public var fingerprint: String {
    let text = DDL.statements(for: Layout(self)).joined(separator: ";\n")
    // FNV-1a, as Swift's own hashes differ from run to run.
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
