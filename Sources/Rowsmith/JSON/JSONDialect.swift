/// What people and programs write by mistake for JSON.
enum JSONDialect {
  private static let words = [
    "NaN": "no NaN", "nan": "no NaN", "Infinity": "no infinity", "-Infinity": "no infinity", "True": "'true'",
    "False": "'false'", "None": "'null'", "NULL": "'null'", "Null": "'null'", "TRUE": "'true'",
    "FALSE": "'false'",
    "undefined": "'null'", "nil": "'null'",
  ]

  /// The end of a message about bytes that are not JSON: `; JSON has no comments`. Empty if the mistake is not a known one.
  static func hint(at bytes: UnsafeBufferPointer<UInt8>, followsComma: Bool) -> String {
    switch bytes.first {
    case UInt8(ascii: "'"): return "; JSON has double quotes only"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "; JSON has no comments"
    case UInt8(ascii: "]") where followsComma, UInt8(ascii: "}") where followsComma:
      return "; JSON allows no comma after the last item"
    default: break
    }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let isLetter = { (byte: UInt8) in letters.contains(byte | 0x20) }
    let word = String(
      decoding: bytes.prefix(10).prefix { isLetter($0) || $0 == UInt8(ascii: "-") }, as: UTF8.self)
    return words[word].map { "; JSON has \($0)" } ?? ""
  }
}
