import CZlib
import Rowsmith

/// Inflates the bytes of another reader on demand.
final class GzipReader: ByteReader {
  private static let chunk = 64 * 1024
  /// The first bytes of each member.
  private static let magic: [UInt8] = [0x1F, 0x8B]

  private var base: any ByteReader
  private var stream = z_stream()
  /// Whether a member has begun and not ended.
  private var isInMember = false
  private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: chunk)
  /// The part of the input that is not yet inflated.
  private var rest: Range<Int> = 0..<0
  /// The number of compressed bytes before the input buffer.
  private var earlier = 0
  private var isAtEnd = false

  /// The length of the document is unknown before it is inflated.
  var totalBytes: Int? { nil }

  private init(_ base: any ByteReader, beginning: [UInt8]) {
    self.base = base
    input.update(from: beginning, count: beginning.count)
    rest = 0..<beginning.count
  }

  deinit {
    if isInMember { inflateEnd(&stream) }
    input.deallocate()
  }

  /// A reader of the base: inflated if it is compressed, unchanged if not.
  static func recognizing(_ base: any ByteReader) throws -> any ByteReader {
    var base = base
    var beginning: [UInt8] = []
    while beginning.count < magic.count {
      let missing = magic.count - beginning.count
      let more = try [UInt8](unsafeUninitializedCapacity: missing) { buffer, count in
        if let start = buffer.baseAddress { count = try base.read(into: start, capacity: missing) }
      }
      if more.isEmpty { break }
      beginning += more
    }
    return beginning == magic
      ? GzipReader(base, beginning: beginning) : PrefixedReader(beginning, before: base)
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int {
    while true {
      if rest.isEmpty { try fill() }
      if !isInMember {
        guard try beginMember() else { return 0 }
      }
      if rest.isEmpty {
        throw damage("it ends too early, after \(position) bytes; the file may be an incomplete copy")
      }
      let (count, status) = inflate(into: buffer, capacity: capacity)
      if status == Z_STREAM_END { endMember() }
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
        throw damage("\(reason(status)) at byte \(position)")
      }
      if count > 0 { return count }
    }
  }

  /// The number of compressed bytes consumed so far.
  private var position: Int { earlier + rest.lowerBound }

  private func fill() throws {
    if isAtEnd { return }
    earlier += rest.upperBound
    let count = try base.read(into: input, capacity: Self.chunk)
    rest = 0..<count
    isAtEnd = count == 0
  }

  /// Begins the next member. Returns `false` if there is none.
  private func beginMember() throws -> Bool {
    // Skips the zero bytes that pad tapes and blocks.
    while true {
      while let first = rest.first, input[first] == 0 { rest.removeFirst() }
      if !rest.isEmpty { break }
      if isAtEnd { return false }
      try fill()
    }
    guard input[rest.lowerBound] == Self.magic[0] else {
      throw damage("the data after the gzip at byte \(position + 1) is not gzip")
    }
    stream = z_stream()
    guard rowsmith_inflate_init(&stream, 15 + 16) == Z_OK else {
      throw JSONError(.unreadable, "there is not enough memory to inflate gzip")
    }
    isInMember = true
    return true
  }

  private func endMember() {
    inflateEnd(&stream)
    isInMember = false
  }

  private func inflate(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) -> (Int, Int32) {
    let room = UInt32(clamping: capacity)
    stream.next_in = input + rest.lowerBound
    stream.avail_in = UInt32(clamping: rest.count)
    stream.next_out = buffer
    stream.avail_out = room
    let status = CZlib.inflate(&stream, Z_NO_FLUSH)
    rest = (rest.upperBound - Int(stream.avail_in))..<rest.upperBound
    return (Int(room - stream.avail_out), status)
  }

  private func reason(_ status: Int32) -> String {
    status == Z_MEM_ERROR ? "there is not enough memory to inflate it" : "it is damaged"
  }

  private func damage(_ text: String) -> JSONError {
    JSONError(.unreadable, "this is gzip that cannot be inflated: \(text)")
  }
}
