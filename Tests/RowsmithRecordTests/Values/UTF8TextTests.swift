import TestSupport
import Testing

@testable import Rowsmith

@Suite struct UTF8TextTests {
  /// RFC 3629's grammar, spelled out.
  private func reference(_ bytes: [UInt8]) -> Int? {
    var index = 0
    func follows(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < bytes.count && range.contains(bytes[index + offset])
    }
    while index < bytes.count {
      switch bytes[index] {
      case 0...0x7F: index += 1
      case 0xC2...0xDF where follows(1): index += 2
      case 0xE0 where follows(1, 0xA0...0xBF) && follows(2): index += 3
      case 0xE1...0xEC where follows(1) && follows(2): index += 3
      case 0xED where follows(1, 0x80...0x9F) && follows(2): index += 3
      case 0xEE...0xEF where follows(1) && follows(2): index += 3
      case 0xF0 where follows(1, 0x90...0xBF) && follows(2) && follows(3): index += 4
      case 0xF1...0xF3 where follows(1) && follows(2) && follows(3): index += 4
      case 0xF4 where follows(1, 0x80...0x8F) && follows(2) && follows(3): index += 4
      default: return index
      }
    }
    return nil
  }

  @Test func `every scalar is valid and every pair of bytes is as the grammar says`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if withBytes(Array(String(Character(scalar)).utf8), UTF8Text.firstInvalid) != nil {
        Issue.record("\(value)")
      }
    }
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        for tail in [[], [0x80], [0x80, 0x80], [0xBF, 0x41], [0xC0, 0x80]] as [[UInt8]] {
          let bytes = [first, second] + tail
          if withBytes(bytes, UTF8Text.firstInvalid) != reference(bytes) { Issue.record("\(bytes)") }
        }
      }
    }
  }

  @Test(
    arguments: [
      ([0xC0, 0x80], 0), ([0x61, 0xED, 0xA0, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xE2, 0x82], 0),
      ([0x80], 0), ([0xFF], 0), ([], nil),
    ] as [([UInt8], Int?)])
  func `the first wrong sequence is named`(bytes: [UInt8], expected: Int?) {
    #expect(withBytes(bytes, UTF8Text.firstInvalid) == expected)
  }

  @Test func `a wrong byte is found at every place of a long text`() {
    var generator = SeededGenerator()
    let scalars = ["a", "bc", "é", "日", "🎸", "        "]
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 0...20, using: &generator)).flatMap { _ in
        Array((scalars.randomElement(using: &generator) ?? "").utf8)
      }
      if let place = bytes.indices.randomElement(using: &generator), Bool.random(using: &generator) {
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      #expect(withBytes(bytes, UTF8Text.firstInvalid) == reference(bytes), "\(bytes)")
    }
  }
}
