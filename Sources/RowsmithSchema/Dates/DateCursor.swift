/// A position in the text of a date, and the steps that read every form of date.
///
/// A step that fails may leave the cursor anywhere; then the whole date is refused.
struct DateCursor {
  let text: UnsafeBufferPointer<UInt8>
  var offset: Int

  init(_ text: UnsafeBufferPointer<UInt8>, offset: Int = 0) {
    self.text = text
    self.offset = offset
  }

  var isAtEnd: Bool { offset >= text.count }

  /// The byte at the cursor, 0 at the end.
  var byte: UInt8 {
    @inline(__always) get { offset < text.count ? text[offset] : 0 }
  }

  @inline(__always)
  mutating func take(_ expected: UInt8) -> Bool {
    guard offset < text.count, text[offset] == expected else { return false }
    offset &+= 1
    return true
  }

  /// An unsigned number of at least `minimum` and at most `maximum` (≤ 9) digits.
  @inline(__always)
  mutating func digits(_ minimum: Int, _ maximum: Int) -> Int? {
    let end = min(offset &+ maximum, text.count)
    var value = 0
    let start = offset
    while offset < end {
      let digit = text[offset] &- 48
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int(truncatingIfNeeded: digit)
      offset &+= 1
    }
    return offset &- start >= minimum ? value : nil
  }

  /// The digits after a decimal point as milliseconds, rounded to the nearest: 0 to 1000.
  ///
  /// - Parameter width: how many digits to read; nil for all there are, at least one.
  mutating func fraction(width: Int? = nil) -> Int? {
    let limit = width ?? .max
    var value = 0
    var count = 0
    while count < limit, offset < text.count {
      let digit = text[offset] &- 48
      guard digit <= 9 else { break }
      if count < 3 {
        value = value &* 10 &+ Int(truncatingIfNeeded: digit)
      } else if count == 3, digit >= 5 {
        value &+= 1
      }
      count &+= 1
      offset &+= 1
    }
    guard count >= 1, width == nil || count == width else { return nil }
    if count < 3 { value &*= count == 1 ? 100 : 10 }
    return value
  }

  /// A month (1 to 12) by its English name or the first three letters of it, in any case.
  mutating func month() -> Int? { name(12, EnglishDateNames.month) }

  /// A weekday (1 is Sunday) by its English name or the first three letters of it, in any case.
  mutating func weekday() -> Int? { name(7, EnglishDateNames.weekday) }

  /// Whether the word, in any case, is at the cursor; takes it if so.
  mutating func takeWord(_ word: StaticString) -> Bool {
    guard commonPrefix(word) == word.utf8CodeUnitCount else { return false }
    offset &+= word.utf8CodeUnitCount
    return true
  }

  private mutating func name(_ count: Int, _ spelling: (Int) -> StaticString) -> Int? {
    for number in 1...count {
      let word = spelling(number)
      let length = commonPrefix(word)
      guard length >= 3 else { continue }
      offset &+= length == word.utf8CodeUnitCount ? length : 3
      return number
    }
    return nil
  }

  private func commonPrefix(_ word: StaticString) -> Int {
    let limit = min(word.utf8CodeUnitCount, text.count &- offset)
    var length = 0
    while length < limit {
      guard text[offset &+ length] | 0x20 == word.utf8Start[length] | 0x20 else { break }
      length &+= 1
    }
    return length
  }
}
