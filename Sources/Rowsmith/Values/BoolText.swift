/// Parses truth values spelled as strings or numbers.
enum BoolText {
  /// `true` for `true`, `yes` and `1`; `false` for `false`, `no` and `0`, in any case; `nil` for anything else.
  static func value(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool? {
    switch utf8.count {
    case 1: digit(utf8[0])
    case 2: matches(utf8, "no") ? false : nil
    case 3: matches(utf8, "yes") ? true : nil
    case 4: matches(utf8, "true") ? true : nil
    case 5: matches(utf8, "false") ? false : nil
    default: nil
    }
  }

  private static func digit(_ byte: UInt8) -> Bool? {
    switch byte {
    case UInt8(ascii: "0"): false
    case UInt8(ascii: "1"): true
    default: nil
    }
  }

  private static func matches(_ utf8: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    for index in 0..<utf8.count where utf8[index] | 0x20 != word.utf8Start[index] { return false }
    return true
  }
}
