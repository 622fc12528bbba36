import Foundation
import RowsmithSchema

extension ValueConverter {
  /// Converts the text of a JSON string. `at` is its opening quote.
  @inline(__always)
  func convert(
    text source: UnsafeBufferPointer<UInt8>, at: UnsafePointer<UInt8>, _ context: ConversionContext
  ) -> Cell {
    if builtIn == nil, type == .string {
      return Cell(text: source.baseAddress ?? zeroLength, count: source.count)
    }
    return convertTyped(text: source, at: at, context)
  }

  private func convertTyped(
    text source: UnsafeBufferPointer<UInt8>, at: UnsafePointer<UInt8>, _ context: ConversionContext
  ) -> Cell {
    var text = source
    if let builtIn {
      guard let transformed = builtIn.apply(to: text, context.arena) else { return null(at: at, context) }
      text = transformed
    }
    let bytes = text.baseAddress ?? zeroLength
    switch type {
    case .string, .json: return Cell(text: bytes, count: text.count)
    case .enumeration:
      if let listed, listed.find(text) == nil { context.noteUnlisted(qualifiedName, text) }
      return Cell(text: bytes, count: text.count)
    case .date:
      let output = context.arena.allocate(CanonicalDate.byteCount)
      switch dates.canonicalize(text, into: output) {
      case .alreadyCanonical: return Cell(text: bytes, count: text.count)
      case .written: return Cell(text: output, count: CanonicalDate.byteCount)
      case .invalid:
        if coerces, let cell = date(number: text, context) { return cell }
        return wrong(text, at: at, hint: "; the model's DateFormat does not match it", context)
      }
    case .decimal: return decimal(text, at: at, context)
    case .uuid:
      let output = context.arena.allocate(UUIDText.byteCount)
      switch UUIDText.canonicalize(text, into: output) {
      case .alreadyCanonical: return Cell(text: bytes, count: text.count)
      case .written: return Cell(text: output, count: UUIDText.byteCount)
      case .invalid:
        return wrong(text, at: at, hint: "; it has the form 7d444840-9dc0-11d1-b245-5ffdce74fad2", context)
      }
    case .url:
      return URLText.isValid(text)
        ? Cell(text: bytes, count: text.count)
        : wrong(text, at: at, hint: "; it is not a URL (RFC 3986)", context)
    case .data: return data(text, at: at, context)
    case .value: return wrong(text, at: at, hint: "", context)
    case .int:
      guard case .value(let value) = NumberText.integer(text) else {
        return wrong(text, at: at, hint: numberHint(text), context)
      }
      return coerces ? Cell(value) : wrong(text, at: at, hint: coercionHint(), context)
    case .double:
      guard let value = NumberText.double(text) else {
        return wrong(text, at: at, hint: numberHint(text), context)
      }
      guard coerces else { return wrong(text, at: at, hint: coercionHint(), context) }
      if value == 0, !isZero(text) {
        return wrong(text, at: at, hint: "; it is too small for a Double", context)
      }
      guard isRounded(value, from: text) else { return Cell(value) }
      let hint = "; a Double would not keep all digits, use Decimal or Int"
      return wrong(text, at: at, hint: hint, found: .number, context)
    case .bool:
      guard let value = BoolText.value(text) else {
        return wrong(text, at: at, hint: coercionHint(helps: false), context)
      }
      return coerces ? Cell(Int64(value ? 1 : 0)) : wrong(text, at: at, hint: coercionHint(), context)
    }
  }

  /// Converts a JSON number.
  func convert(number token: NumberToken, _ context: ConversionContext) -> Cell {
    let text = UnsafeBufferPointer(start: token.start, count: token.count)
    let hint: String
    switch type {
    case .int:
      let integer = NumberText.integer(text)
      if case .value(let value) = integer { return Cell(value) }
      hint = integerHint(integer)
    case .double:
      if let value = NumberText.double(text) { return Cell(value) }
      hint = "; it is too large for a Double"
    case .decimal: return decimal(text, at: token.start, context)
    case .date:
      if let cell = date(number: text, context) { return cell }
      hint = "; it is not a date between the years 1 and 9999"
    case .bool:
      if case .value(let value) = NumberText.integer(text), value == 0 || value == 1 { return Cell(value) }
      hint = ""
    case .string, .enumeration, .url, .json:
      if coerces { return convert(text: text, at: token.start, context) }
      hint = coercionHint()
    case .uuid, .data, .value: hint = ""
    }
    return mismatch(
      at: token.start, end: token.start + token.count, hint: hint, isItem: isArray, context)
  }

  /// Converts `true` or `false`.
  func convert(bool value: Bool, at: UnsafePointer<UInt8>, _ context: ConversionContext) -> Cell {
    if type == .bool { return Cell(Int64(value ? 1 : 0)) }
    return mismatch(at: at, end: at + (value ? 4 : 5), isItem: isArray, context)
  }

  private func date(number text: UnsafeBufferPointer<UInt8>, _ context: ConversionContext) -> Cell? {
    guard let milliseconds = dates.milliseconds(parsingNumber: text) else { return nil }
    let output = context.arena.allocate(CanonicalDate.byteCount)
    CanonicalDate.write(milliseconds: milliseconds, into: output)
    return Cell(text: output, count: CanonicalDate.byteCount)
  }

  private func decimal(
    _ text: UnsafeBufferPointer<UInt8>, at: UnsafePointer<UInt8>, _ context: ConversionContext
  ) -> Cell {
    let output = context.arena.allocate(DecimalText.maximumByteCount)
    switch DecimalText.canonicalize(text, into: output) {
    case .alreadyCanonical:
      context.arena.shrinkLast(by: DecimalText.maximumByteCount)
      return decimal(text)
    case .written(let count):
      context.arena.shrinkLast(by: DecimalText.maximumByteCount - count)
      return decimal(UnsafeBufferPointer(start: output, count: count))
    case .refused(.notANumber): return wrong(text, at: at, hint: decimalCommaHint(text), context)
    case .refused(.tooManyDigits):
      return wrong(text, at: at, hint: "; at most 38 digits are kept exactly", context)
    case .refused(.outOfRange): return wrong(text, at: at, hint: "; its exponent is out of range", context)
    }
  }

  /// The cell of a canonical decimal. `24.90` and `24.9` are the same number, so as a key both become the shorter.
  private func decimal(_ text: UnsafeBufferPointer<UInt8>) -> Cell {
    var count = text.count
    if isKey, text.contains(UInt8(ascii: ".")) {
      while text[count - 1] == UInt8(ascii: "0") { count -= 1 }
      if text[count - 1] == UInt8(ascii: ".") { count -= 1 }
    }
    return Cell(text: text.baseAddress ?? zeroLength, count: count)
  }

  private func data(
    _ text: UnsafeBufferPointer<UInt8>, at: UnsafePointer<UInt8>, _ context: ConversionContext
  ) -> Cell {
    guard let count = Base64.decodedCount(text) else { return wrong(text, at: at, hint: "", context) }
    let output = context.arena.allocate(max(1, count))
    guard Base64.decode(text, into: UnsafeMutableBufferPointer(start: output, count: count)) != nil else {
      return wrong(text, at: at, hint: "", context)
    }
    return Cell(blob: output, count: count)
  }

  private func wrong(
    _ text: UnsafeBufferPointer<UInt8>, at: UnsafePointer<UInt8>, hint: String,
    found kind: Contradiction.Found? = nil, _ context: ConversionContext
  ) -> Cell {
    let found = String(decoding: text.prefix(40), as: UTF8.self)
    let quoted = "\"\(found)\(text.count > 40 ? "…" : "")\""
    let isText = at.pointee == UInt8(ascii: "\"")
    var contradiction = Contradiction(valueAt: at, excerpt: isText ? quoted : found, isItem: isArray)
    if let kind { contradiction.found = kind }
    return context.fault(
      "expected \(expectation), found \(quoted)\(hint)", at: at, contradiction: contradiction)
  }

  /// Whether a Double has not kept all digits of an integer. Its own shortest spelling, which an export writes, is no loss,
  /// whatever integer that spells.
  private func isRounded(_ value: Double, from text: UnsafeBufferPointer<UInt8>) -> Bool {
    // With an exponent it is the spelling of a Double, of however many digits.
    guard abs(value) >= 0x1p53, !text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
      return false
    }
    switch NumberText.integer(text) {
    case .value(let whole):
      if Int64(exactly: value) == whole { return false }
      var shortest = "\(value)"
      return shortest.withUTF8 { NumberText.integer($0) } != .value(whole)
    case .outOfRange:
      let digits = String(decoding: text, as: UTF8.self)
      let given = Decimal(string: digits)
      return given != Decimal(string: "\(value)") && given != Decimal(string: String(format: "%.0f", value))
    case .notIntegral, .malformed: return false
    }
  }

  /// Whether a number is zero: it has no other digit before its exponent.
  private func isZero(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    return !digits.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
  }

  private func numberHint(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let hints = [decimalCommaHint(text), coerces && !isReference ? rangeHint(text) : ""]
    return hints.first { !$0.isEmpty } ?? coercionHint(helps: false)
  }

  /// Why the attribute cannot have the number that the text is; empty if the text is no number.
  private func rangeHint(_ text: UnsafeBufferPointer<UInt8>) -> String {
    switch type {
    case .int: integerHint(NumberText.integer(text))
    case .double: NumberText.isNumber(text) ? "; it is too large for a Double" : ""
    default: ""
    }
  }

  /// Why a number is no `Int`; empty if it is one, or no number.
  private func integerHint(_ integer: NumberText.Integer) -> String {
    switch integer {
    case .outOfRange: "; it does not fit into 64 bits, use Decimal or String"
    case .notIntegral: "; use Double or Decimal for numbers with a fraction"
    case .value, .malformed: ""
    }
  }

  /// A hint at the comma of a number such as `1,5` or `1.234,50`.
  private func decimalCommaHint(_ text: UnsafeBufferPointer<UInt8>) -> String {
    guard let comma = text.lastIndex(of: UInt8(ascii: ",")),
      text.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      text.allSatisfy({
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || [0x2B, 0x2C, 0x2D, 0x2E].contains($0)
      }),
      text[comma...].dropFirst().allSatisfy({ $0 != UInt8(ascii: ".") })
    else { return "" }
    return "; numbers have a decimal point, not a comma"
  }

  /// What would read the value. A relationship has no `coerce` of its own: it reads keys as the key attribute does.
  ///
  /// - Parameter helps: whether `coerce` would read this value.
  private func coercionHint(helps: Bool = true) -> String {
    if isReference, !helps { return "; declare '\(qualifiedName)' as String for such keys" }
    if coerces { return "" }
    if !helps { return "; declare it as String to keep such text" }
    return isReference
      ? "; `coerce: true` on '\(qualifiedName)' converts where nothing is lost"
      : "; `coerce: true` converts where nothing is lost"
  }
}
