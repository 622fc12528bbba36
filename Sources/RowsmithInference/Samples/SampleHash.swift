/// Hashes of values. They are the same in every process, so that inference depends only on the samples.
enum SampleHash {
  static let null: UInt64 = 7
  static let emptyList: UInt64 = 11
  static let emptyObject: UInt64 = 13

  /// The hash of bytes; never 0.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: bytes.count)
    var rest = UnsafeRawBufferPointer(bytes)
    while rest.count >= 8 {
      hash = mix(hash ^ rest.loadUnaligned(as: UInt64.self).littleEndian)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(8))
    }
    var last: UInt64 = 0
    for byte in rest { last = last << 8 | UInt64(byte) }
    return mix(mix(hash ^ last)) | 1
  }

  /// The hash of a whole number; never 0.
  static func of(_ number: Int64) -> UInt64 { mix(mix(UInt64(bitPattern: number) &+ 0x51)) | 1 }

  /// The hash of two values in this order; never 0.
  static func joining(_ one: UInt64, _ other: UInt64) -> UInt64 { mix(mix(one &+ 0x51) ^ other) | 1 }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
