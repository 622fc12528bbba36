/// Scans SQL text for the end of an expression. It knows only quotes, comments and parentheses.
struct SQLScanner {
  private let bytes: [UInt8]
  private var offset = 0

  /// What is wrong, and the offset of the byte.
  struct Fault {
    var message: String
    var offset: Int
  }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Why the text, put in parentheses, is not one expression; `nil` if it may be one.
  mutating func faultOfExpression() -> Fault? {
    var open: [Int] = []
    var isEmpty = true
    while offset < bytes.count {
      let start = offset
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: continue
      case 0: return Fault(message: "it has a zero byte", offset: start)
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        if !skip(past: byte) { return Fault(message: "this quote is not closed", offset: start) }
      case UInt8(ascii: "["):
        if !skip(past: UInt8(ascii: "]")) {
          return Fault(message: "this bracket is not closed", offset: start)
        }
      case UInt8(ascii: "-") where next == UInt8(ascii: "-"):
        _ = skip(past: 0x0A)
        continue
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        offset += 1
        if !skipComment() { return Fault(message: "this comment is not closed", offset: start) }
        continue
      case UInt8(ascii: "("): open.append(start)
      case UInt8(ascii: ")"):
        if open.popLast() == nil { return Fault(message: "this parenthesis closes nothing", offset: start) }
      case UInt8(ascii: ";"): return Fault(message: "it is one expression, which has no ';'", offset: start)
      default: break
      }
      isEmpty = false
    }
    if let start = open.last { return Fault(message: "this parenthesis is not closed", offset: start) }
    return isEmpty ? Fault(message: "it is empty", offset: 0) : nil
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Skips past the next such byte; `false` if there is none. A doubled quote counts as two quoted texts.
  private mutating func skip(past byte: UInt8) -> Bool {
    while let next {
      offset += 1
      if next == byte { return true }
    }
    return false
  }

  private mutating func skipComment() -> Bool {
    while let next {
      offset += 1
      if next == UInt8(ascii: "*"), self.next == UInt8(ascii: "/") {
        offset += 1
        return true
      }
    }
    return false
  }
}
