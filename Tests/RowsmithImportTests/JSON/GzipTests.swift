import Foundation
import Rowsmith
import RowsmithGzip
import RowsmithSchema
import TestSupport
import Testing

/// Documents in gzip (RFC 1952): what is read, and what is refused with its place.
struct GzipTests {
  private static let yaml = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    entities: { Band: { PrimaryKey: name, attributes: { name: String } } }

    """

  /// The checksum of gzip.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// A member whose blocks hold the text as it is.
  private static func member(
    _ text: String, flags: UInt8 = 0, header: [UInt8] = [], checksum: UInt32? = nil, length: UInt32? = nil
  ) -> [UInt8] {
    let bytes = Array(text.utf8)
    var result: [UInt8] = [0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 255] + header
    for start in stride(from: 0, to: max(1, bytes.count), by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let count = littleEndian(UInt32(block.count)).prefix(2)
      result.append(block.endIndex == bytes.count ? 1 : 0)
      result += count
      result += count.map { ~$0 }
      result += block
    }
    result += littleEndian(checksum ?? Self.checksum(bytes))
    result += littleEndian(length ?? UInt32(bytes.count))
    return result
  }

  private func names(_ source: JSONSource) throws -> [String] {
    let store = try Store(.memory, schema: ModelFile.schema(Self.yaml))
    try store.importJSON(source.gunzipped(), into: .entity("Band"))
    return try store.fetch(.sql("SELECT name FROM Band ORDER BY name")).map { try $0.value("name") }
  }

  /// The error of an import, which leaves the database as it was.
  private func failure(_ bytes: [UInt8]) throws -> ImportError? {
    let store = try Store(.memory, schema: ModelFile.schema(Self.yaml))
    try store.importJSON(.string(#"{"name": "old"}"#), into: .entity("Band"))
    var failures: [ImportError?] = []
    for source in [JSONSource.data(Data(bytes)), .singly(bytes)] {
      failures.append(
        #expect(throws: ImportError.self) {
          try store.importJSON(source.gunzipped(), into: .entity("Band"))
        })
      #expect(try store.fetch(.sql("SELECT name FROM Band")).map(\.values) == [[.text("old")]])
    }
    #expect(failures[0]?.message == failures[1]?.message)
    return failures[0]
  }

  private static let damage = "this is gzip that cannot be inflated: "
  private static let two = #"[{"name": "A"}, {"name": "B"}]"#

  @Test("A document is the same in gzip and without it, whole or in any pieces")
  func plain() throws {
    let bytes = Self.member(Self.two)
    #expect(try names(.data(Data(bytes))) == ["A", "B"])
    #expect(try names(.singly(bytes)) == ["A", "B"])
    for end in bytes.indices { #expect(try names(.pieces(bytes, endingAt: [end])) == ["A", "B"], "\(end)") }
    #expect(try names(.string(Self.two)) == ["A", "B"])
    #expect(try names(.singly(Array(Self.two.utf8))) == ["A", "B"])
    #expect(try names(.data(Data(bytes)).gunzipped()) == ["A", "B"])
  }

  @Test("A header may have a name, a comment, further fields and a checksum of its own")
  func headers() throws {
    let name = Array("bands.json\0".utf8)
    let extra: [UInt8] = [3, 0, 0x1F, 0x8B, 0]
    #expect(try names(.data(Data(Self.member(Self.two, flags: 8, header: name)))) == ["A", "B"])
    #expect(try names(.data(Data(Self.member(Self.two, flags: 4, header: extra)))) == ["A", "B"])
    #expect(
      try names(.data(Data(Self.member(Self.two, flags: 4 | 8 | 16, header: extra + name + name)))) == [
        "A", "B",
      ])
    let head: [UInt8] = [0x1F, 0x8B, 8, 2, 0, 0, 0, 0, 0, 255]
    let sum = Array(Self.littleEndian(Self.checksum(head)).prefix(2))
    #expect(try names(.data(Data(Self.member(Self.two, flags: 2, header: sum)))) == ["A", "B"])
    #expect(
      try failure(Self.member(Self.two, flags: 2, header: sum.map { ~$0 }))?.message
        == Self.damage + "it is damaged at byte 12")
  }

  @Test("Members that follow one another are one document, empty ones and zeros between them included")
  func members() throws {
    let zeros = [UInt8](repeating: 0, count: 700)
    let halves = [#"[{"name": "A"}, {"na"#, #"me": "B"}]"#].map { Self.member($0) }
    #expect(try names(.data(Data(halves.joined()))) == ["A", "B"])
    #expect(try names(.singly(halves[0] + Self.member("") + halves[1] + zeros)) == ["A", "B"])
    #expect(try names(.data(Data(halves[0] + zeros + halves[1]))) == ["A", "B"])
    #expect(try names(.data(Data(Self.member("") + halves[0] + halves[1]))) == ["A", "B"])
  }

  @Test("A document of more than one buffer is read, and none of its bytes twice")
  func large() throws {
    let count = 20_000
    let text = "[" + (0..<count).map { #"{"name": "\#($0)"}"# }.joined(separator: ",") + "]"
    let bytes = Self.member(text)
    #expect(bytes.count > 5 * 65_536)
    #expect(try names(.data(Data(bytes))).count == count)
    let ends = stride(from: 65_535, to: bytes.count, by: 65_537)
    #expect(try names(.pieces(bytes, endingAt: Array(ends))).count == count)
  }

  @Test("A document that is cut off anywhere is too short, and says how much there is")
  func truncated() throws {
    let bytes = Self.member(#"{"name": "A"}"#)
    for count in 2..<bytes.count {
      let error = try failure(Array(bytes.prefix(count)))
      #expect(error?.reason == .unreadable)
      #expect(
        error?.message
          == Self.damage + "it ends too early, after \(count) bytes; the file may be an incomplete copy")
    }
    let second = bytes + bytes.prefix(1)
    #expect(
      try failure(second)?.message
        == Self.damage + "it ends too early, after \(second.count) bytes; the file may be an incomplete copy")
  }

  @Test("A wrong checksum and a wrong length are damage, though the text has come whole")
  func checks() throws {
    for bytes in [Self.member(Self.two, checksum: 7), Self.member(Self.two, length: 7)] {
      let error = try failure(bytes)
      #expect(error?.reason == .unreadable)
      #expect(error?.message.hasPrefix(Self.damage + "it is damaged at byte ") == true)
    }
    // Nothing of the first document is written if the second is damaged.
    let later = Self.member(#"{"name": "A"}"#) + Self.member(#"{"name": "B"}"#, checksum: 7)
    #expect(try failure(later)?.reason == .unreadable)
  }

  @Test("A method that is none, and a block that is none, are damage")
  func methods() throws {
    var bytes = Self.member(Self.two)
    bytes[2] = 9
    #expect(try failure(bytes)?.message.hasPrefix(Self.damage + "it is damaged at byte ") == true)
    bytes = Self.member(Self.two)
    bytes[10] = 7
    #expect(try failure(bytes)?.message.hasPrefix(Self.damage + "it is damaged at byte ") == true)
  }

  @Test("What follows the last member must be zeros; the first other byte is named, counted from 1")
  func trailing() throws {
    let bytes = Self.member(Self.two)
    #expect(
      try failure(bytes + Array("more".utf8))?.message
        == Self.damage + "the data after the gzip at byte \(bytes.count + 1) is not gzip")
    #expect(
      try failure(bytes + [0, 0, 0, 1])?.message
        == Self.damage + "the data after the gzip at byte \(bytes.count + 4) is not gzip")
  }

  @Test(
    "Bytes that only begin like gzip, and no bytes at all, are what they are without it",
    arguments: [
      [], [0x1F], [0x1F, 0x20], [0x1F, 0x9D, 0x90],
    ] as [[UInt8]])
  func others(_ bytes: [UInt8]) throws {
    let plain = #expect(throws: ImportError.self) {
      try Store(.memory, schema: ModelFile.schema(Self.yaml))
        .importJSON(.data(Data(bytes)), into: .entity("Band"))
    }
    let error = try failure(bytes)
    #expect(error?.message == plain?.message)
    #expect(error?.reason == plain?.reason)
  }

  @Test("Gzip of nothing is a document of nothing")
  func nothing() throws {
    let empty = try failure([])
    #expect(try failure(Self.member(""))?.message == empty?.message)
  }
}
