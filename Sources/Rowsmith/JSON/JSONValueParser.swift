/// Makes a ``JSONValue`` from text, by recursive descent. Imports do not use it: their JSON is read as a stream.
struct JSONValueParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ text: String) { bytes = [UInt8](text.utf8) }

  mutating func parseDocument() throws(JSONValue.ParsingError) -> JSONValue {
    let value = try parseValue()
    skipSpace()
    guard position == bytes.count else { throw fault("the end of the text") }
    return value
  }

  private mutating func parseValue() throws(JSONValue.ParsingError) -> JSONValue {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try parseObject()
    case UInt8(ascii: "["): return try parseArray()
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    default: return try parseNumber()
    }
  }

  private mutating func parseObject() throws(JSONValue.ParsingError) -> JSONValue {
    var members: [JSONValue.Member] = []
    try enter()
    skipSpace()
    if skip("}") { return leave(.object([])) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw fault("a key") }
      let key = try parseString()
      skipSpace()
      guard skip(":") else { throw fault("':'") }
      members.append(JSONValue.Member(key, try parseValue()))
      skipSpace()
    } while skip(",")
    guard skip("}") else { throw fault("',' or '}'") }
    return leave(.object(members))
  }

  private mutating func parseArray() throws(JSONValue.ParsingError) -> JSONValue {
    var elements: [JSONValue] = []
    try enter()
    skipSpace()
    if skip("]") { return leave(.array([])) }
    repeat {
      elements.append(try parseValue())
      skipSpace()
    } while skip(",")
    guard skip("]") else { throw fault("',' or ']'") }
    return leave(.array(elements))
  }

  private mutating func parseNumber() throws(JSONValue.ParsingError) -> JSONValue {
    let start = position
    while let byte = peek, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard JSONNumber.isNumber(text.utf8) else {
      position = start
      throw fault("a value")
    }
    return .number(text)
  }

  private mutating func parseWord(
    _ word: String, _ value: JSONValue
  ) throws(JSONValue.ParsingError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw fault("a value") }
    position += word.utf8.count
    return value
  }

  private mutating func parseString() throws(JSONValue.ParsingError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        let scalar = try parseEscape()
        text += String(scalar).utf8
      case 0..<0x20: throw fault("an escape in place of a control character")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw fault("'\"'")
  }

  private mutating func parseEscape() throws(JSONValue.ParsingError) -> Unicode.Scalar {
    let byte = peek
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try parseUnicodeEscape()
    default:
      position -= 1
      throw fault("an escape")
    }
  }

  private mutating func parseUnicodeEscape() throws(JSONValue.ParsingError) -> Unicode.Scalar {
    let first = try parseHexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), skip("\\"), skip("u") else {
      throw fault("a pair of surrogates")
    }
    let second = try parseHexDigits()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fault("a pair of surrogates") }
    return scalar
  }

  private mutating func parseHexDigits() throws(JSONValue.ParsingError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits") }
    position += 4
    return value
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func enter() throws(JSONValue.ParsingError) {
    depth += 1
    guard depth <= 512 else { throw fault("at most 512 nested arrays and objects") }
    position += 1
  }

  private mutating func leave(_ value: JSONValue) -> JSONValue {
    depth -= 1
    return value
  }

  private func fault(_ expected: String) -> JSONValue.ParsingError {
    JSONValue.ParsingError(offset: position, expected: expected)
  }
}
