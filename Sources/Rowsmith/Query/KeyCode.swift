import RowsmithSchema

/// A value as letters and hexadecimal digits.
enum KeyCode {
  static func encode(_ value: StoredValue) -> String {
    switch value {
    case .null: "n"
    case .integer(let number): "i\(number)"
    case .real(let number): "r\(String(number.bitPattern, radix: 16))"
    case .text(let text): "t" + hexadecimal(text.utf8)
    case .blob(let bytes): "b" + hexadecimal(bytes)
    }
  }

  static func decode(_ code: String) -> StoredValue {
    let rest = code.utf8.dropFirst()
    return switch code.utf8.first {
    case UInt8(ascii: "i"): Int64(String(rest) ?? "").map(StoredValue.integer) ?? .null
    case UInt8(ascii: "r"):
      UInt64(String(rest) ?? "", radix: 16).map { .real(Double(bitPattern: $0)) } ?? .null
    case UInt8(ascii: "t"): .text(String(decoding: bytes(rest), as: UTF8.self))
    case UInt8(ascii: "b"): .blob(bytes(rest))
    default: .null
    }
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func bytes(_ digits: Substring.UTF8View) -> [UInt8] {
    var result: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      let value = digit >= UInt8(ascii: "a") ? digit &- UInt8(ascii: "a") &+ 10 : digit &- UInt8(ascii: "0")
      if let first = high {
        result.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return result
  }
}
