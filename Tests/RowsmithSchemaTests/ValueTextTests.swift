import Foundation
import RowsmithSchema
import TestSupport
import Testing

@Suite struct ValueTextTests {
  private func uuid(_ text: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: UUIDText.byteCount) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      switch withBytes(text, { UUIDText.canonicalize($0, into: base) }) {
      case .alreadyCanonical: return text
      case .written: return String(decoding: buffer, as: UTF8.self)
      case .invalid: return nil
      }
    }
  }

  @Test func `UUIDs are stored in lower case`() {
    for _ in 0..<500 {
      let value = UUID()
      #expect(uuid(value.uuidString) == value.uuidString.lowercased())
      #expect(uuid(value.uuidString.lowercased()) == value.uuidString.lowercased())
    }
  }

  @Test func `a UUID with any other byte in any place is refused`() {
    let text = Array("7d444840-9DC0-11d1-b245-5ffdce74fad2".utf8)
    for place in text.indices {
      let allowed = [8, 13, 18, 23].contains(place) ? "-" : "0123456789abcdefABCDEF"
      for byte in UInt8.min...0x7F {
        var changed = text
        changed[place] = byte
        let string = String(decoding: changed, as: UTF8.self)
        // Foundation takes some more on Linux, such as a space for a digit.
        #expect((uuid(string) != nil) == allowed.utf8.contains(byte), "\(string)")
        if uuid(string) != nil { #expect(UUID(uuidString: string) != nil) }
      }
    }
    for wrong in ["", "7d444840-9dc0-11d1-b245-5ffdce74fad", "{7d444840-9dc0-11d1-b245-5ffdce74fa}"] {
      #expect(uuid(wrong) == nil)
    }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `base64 has the vectors of RFC 4648`(plain: String, encoded: String) {
    #expect(decoded(encoded) == Array(plain.utf8))
    #expect(self.encoded(Array(plain.utf8)) == encoded)
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "Zm9", "====", "=", "Z===", "Zg==Zg==", "Z=g=", "Zm9v\n", "Zm 9", "Zm9-",
    "Zm9_", "Zh==", "Zm9=",
    "Zm9vZh==", "Zm\u{e9}", "=m9v",
  ])
  func `base64 that is not strict is refused`(text: String) { #expect(decoded(text) == nil) }

  @Test func `random bytes come back from base64, which is Foundation's`() {
    var generator = SeededGenerator()
    for _ in 0..<2000 {
      let count = Int.random(in: 0...70, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let text = Data(bytes).base64EncodedString()
      #expect(encoded(bytes) == text)
      #expect(decoded(text) == bytes)
    }
  }

  private func decoded(_ text: String) -> [UInt8]? {
    withBytes(text) { utf8 in
      guard let count = Base64.decodedCount(utf8) else { return nil }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
        Base64.decode(utf8, into: buffer).map { Array(buffer[..<$0]) }
      }
    }
  }

  private func encoded(_ bytes: [UInt8]) -> String {
    withBytes(bytes) { plain in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Base64.encodedCount(plain.count) + 1) {
        buffer in
        guard let base = buffer.baseAddress else { return "" }
        return String(decoding: buffer[..<Base64.encode(plain, into: base)], as: UTF8.self)
      }
    }
  }
}
