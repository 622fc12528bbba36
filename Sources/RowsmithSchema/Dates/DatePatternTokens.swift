/// Cuts a pattern into its elements.
enum DatePatternTokens {
  /// The elements, not yet checked against each other.
  static func elements(of pattern: String) throws(DatePatternError) -> [DatePatternElement] {
    let bytes = Array(pattern.utf8)
    var elements: [DatePatternElement] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "'") {
        index = try quoted(bytes, at: index, pattern, &elements)
      } else if isLetter(byte) {
        let start = index
        while index < bytes.count, bytes[index] == byte { index += 1 }
        elements.append(try field(byte, count: index - start, offset: start, pattern))
      } else {
        elements.append(literal(byte, index))
        index += 1
      }
    }
    return elements
  }

  /// Reads a quoted text, in which two quotes mean one; two quotes alone mean one, too.
  private static func quoted(
    _ bytes: [UInt8], at start: Int, _ pattern: String, _ elements: inout [DatePatternElement]
  ) throws(DatePatternError) -> Int {
    let quote = UInt8(ascii: "'")
    var index = start + 1
    if index < bytes.count, bytes[index] == quote {
      elements.append(literal(quote, start))
      return index + 1
    }
    while index < bytes.count {
      if bytes[index] == quote {
        guard index + 1 < bytes.count, bytes[index + 1] == quote else { return index + 1 }
        index += 1
      }
      elements.append(literal(bytes[index], index))
      index += 1
    }
    throw DatePatternError(
      "the quote is never closed; put another ' after the quoted text, or write '' for the character",
      offset: start, pattern: pattern)
  }

  private static func field(
    _ letter: UInt8, count: Int, offset: Int, _ pattern: String
  ) throws(DatePatternError) -> DatePatternElement {
    let element = DatePatternElement(field: .literal, letter: letter, count: count, offset: offset)
    guard let meaning = DatePatternElement.meaning(of: letter) else {
      throw DatePatternError(
        "unsupported field '\(element.spelling)'; \(advice(letter)), "
          + "or put quotes around letters that stand for themselves: '\(element.spelling)'",
        offset: offset, pattern: pattern)
    }
    guard meaning.counts.contains(count) else {
      let most = String(repeating: Character(Unicode.Scalar(letter)), count: meaning.counts.upperBound)
      throw DatePatternError(
        "unsupported field '\(element.spelling)'; '\(most)' is the longest form supported",
        offset: offset, pattern: pattern)
    }
    var known = element
    known.field = meaning.field
    return known
  }

  private static func literal(_ byte: UInt8, _ offset: Int) -> DatePatternElement {
    DatePatternElement(field: .literal, letter: byte, count: 1, offset: offset)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func advice(_ letter: UInt8) -> String {
    switch letter {
    case UInt8(ascii: "Y"), UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "r"):
      "write 'y' for the calendar year"
    case UInt8(ascii: "e"), UInt8(ascii: "c"): "write 'E' for the name of the weekday"
    case UInt8(ascii: "b"), UInt8(ascii: "B"): "write 'a' for AM and PM"
    case UInt8(ascii: "A"), UInt8(ascii: "n"), UInt8(ascii: "f"): "write 'S' for fractions of a second"
    case UInt8(ascii: "v"), UInt8(ascii: "V"), UInt8(ascii: "O"): "write 'Z' or 'XXX' for the zone"
    default: "the fields are y M L d D E H h k K m s S a Z X x z"
    }
  }
}
