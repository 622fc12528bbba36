/// The bytes of a date that is being written.
struct DateText {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(32) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ text: StaticString, first count: Int = .max) {
    let length = min(count, text.utf8CodeUnitCount)
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: length))
  }

  /// A number with zeros in front up to `width` digits.
  mutating func append(_ value: some BinaryInteger, width: Int = 1) {
    let digits = Array(String(value).utf8)
    bytes.append(contentsOf: repeatElement(48, count: max(0, width - digits.count)))
    bytes.append(contentsOf: digits)
  }
}
