import RowsmithModel

/// Validates the value of `--entity`.
enum EntityName {
  static func isUsable(_ name: String) -> Bool {
    SwiftNames.isIdentifier(name) && !ReservedNames.isReservedType(name) && name.first?.isUppercase == true
  }
}
