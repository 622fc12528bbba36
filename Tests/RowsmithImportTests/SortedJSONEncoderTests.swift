import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

/// The text under which a database remembers its model is Foundation's, so that databases made before are the same.
@Suite struct SortedJSONEncoderTests {
  private func foundation(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `random schemas are written as Foundation writes them`() throws {
    for seed in UInt64(1)...100 {
      let schema = RandomModel.make(seed, RandomFeatures.all(without: ""))
      #expect(try SortedJSONEncoder.text(of: schema) == foundation(schema))
    }
  }

  @Test(arguments: [
    "", "a/b", #"a\"b"#, "\u{0}\u{8}\u{9}\u{A}\u{B}\u{C}\u{D}\u{1F}\u{7F}", "é e\u{301} 😀 \u{2028}", "日本",
  ])
  func `texts are written as Foundation writes them`(text: String) throws {
    let value = [
      text: [text], "Z": ["a"], "a": [], "_": ["b"], "a1": ["c"], "A2": ["d"], "é": ["e"], "a10": ["f"],
    ]
    #expect(try SortedJSONEncoder.text(of: value) == foundation(value))
  }

  @Test func `numbers and what is missing are written as Foundation writes them`() throws {
    struct Values: Encodable {
      var real = [
        0, -0.0, 1, 1.5, -2.25, 1e16, 1e-7, 1.7976931348623157e308, .leastNonzeroMagnitude, 0.1,
        123456789.125,
      ]
      var whole: [Int64] = [.min, 0, .max]
      var small: UInt8 = 7
      var isTrue = true
      var missing: Int?
      var list: [Bool?] = [true, nil, false]
      var empty: [String: Int] = [:]
    }
    #expect(try SortedJSONEncoder.text(of: Values()) == foundation(Values()))
  }
}
