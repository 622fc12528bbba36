/// Validates settings of the built-in adapters.
enum SyncSettingText {
  /// The problem with a value; `nil` if it is valid.
  static func problem(_ key: String, _ value: Located<String>) -> Diagnostic? {
    switch key {
    case "bucket":
      return KintoName.isValid(value.value) ? nil : .badKintoName(value.value, "bucket", at: value.range)
    case "overlap":
      let isNumber = value.value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if isNumber, let seconds = Int(value.value), seconds <= 86_400 { return nil }
      return .badOverlap(value.value, at: value.range)
    case "idempotency":
      return ["key", "none"].contains(value.value)
        ? nil : .notOneOf(value.value, "idempotency", ["key", "none"], at: value.range)
    default: return nil
    }
  }
}
