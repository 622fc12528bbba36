extension String {
  /// The text of bytes in UTF-8; `nil` if they are not valid.
  ///
  /// The standard library's own, `String(validating:as:)`, needs macOS 15 and iOS 18, which are later than those of the package.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    var text = String(decoding: bytes, as: UTF8.self)
    // What is not valid has been replaced by other bytes, which are.
    let isSame = bytes.withContiguousStorageIfAvailable { given in text.withUTF8 { $0.elementsEqual(given) } }
    guard isSame ?? text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}
