import RowsmithModel

/// Names that `--entity` may give.
enum EntityName {
  static func isUsable(_ name: String) -> Bool {
    SwiftNames.isIdentifier(name) && !ReservedNames.isReservedType(name) && name.first?.isUppercase == true
  }
}
