import Foundation
import Rowsmith

extension JSONSource {
  /// The bytes in pieces that end at these offsets.
  static func pieces(_ bytes: [UInt8], endingAt offsets: [Int]) -> JSONSource {
    let pieces = Pieces(bytes, offsets)
    return .chunks { pieces.next() }
  }

  /// The bytes one by one.
  static func singly(_ bytes: [UInt8]) -> JSONSource { pieces(bytes, endingAt: Array(bytes.indices)) }

  private final class Pieces: @unchecked Sendable {
    // Called on one thread at a time, the importing one.
    private let bytes: [UInt8]
    private var ends: [Int]
    private var start = 0

    init(_ bytes: [UInt8], _ offsets: [Int]) {
      self.bytes = bytes
      ends = (offsets + [bytes.count]).reversed()
    }

    func next() -> [UInt8]? {
      guard let end = ends.popLast() else { return nil }
      defer { start = end }
      return Array(bytes[start..<end])
    }
  }
}
