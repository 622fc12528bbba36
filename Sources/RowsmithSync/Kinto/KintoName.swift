import RowsmithSchema

/// Valid names of a bucket, a collection or a record: `^[a-zA-Z0-9][a-zA-Z0-9_-]*$`. Such a name needs no escaping in a URL.
enum KintoName {
  static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, isAlphanumeric(first) else { return false }
    return name.utf8.allSatisfy {
      isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  /// - Throws: ``SyncError`` with ``SyncError/Reason/settings``.
  static func check(_ name: String, _ what: String) throws {
    guard isValid(name) else {
      throw SyncError(
        .settings,
        "\(what) cannot be called '\(name.escapedForDisplay())' in Kinto: use letters from a to z or A to Z, "
          + "digits, '_' and '-', beginning with a letter or a digit")
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
