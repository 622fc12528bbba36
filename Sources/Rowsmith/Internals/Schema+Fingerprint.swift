public import RowsmithSchema

extension Schema {
  /// Sixteen digits that tell versions of a model apart by their tables: models whose databases have the same tables and
  /// columns have the same one. To be written down when a version of an app is released, for a step from it: see
  /// ``MigrationStep``.
  public var fingerprint: String {
    let text = DDL.statements(for: Layout(self)).joined(separator: ";\n")
    // FNV-1a: the same everywhere and always.
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
