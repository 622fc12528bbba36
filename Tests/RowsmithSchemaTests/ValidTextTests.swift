import RowsmithSchema
import Testing

@Suite("Bytes that are text in UTF-8") struct ValidTextTests {
  @Test(
    "A valid text is read as it is",
    arguments: ["", "a", "Ænima 🤘", "\u{FEFF}a\0b", "\u{FFFD}", "e\u{301}"])
  func valid(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(String(validUTF8: bytes).map { Array($0.utf8) } == bytes)
    #expect(String(validUTF8: bytes.lazy.map { $0 }).map { Array($0.utf8) } == bytes)
  }

  @Test(
    "Any other bytes are none",
    arguments: [
      [0xFF], [0x61, 0x80], [0xC3], [0xE2, 0x82], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func invalid(_ bytes: [UInt8]) {
    #expect(String(validUTF8: bytes) == nil)
    #expect(String(validUTF8: bytes.lazy.map { $0 }) == nil)
  }
}
