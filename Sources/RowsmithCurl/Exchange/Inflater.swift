import CZlib
import RowsmithClient

/// Decompresses gzip and deflate only as far as bytes are asked for, so a small answer that inflates to gigabytes does not
/// exhaust memory.
///
/// Not left to libcurl, which accepts a stream that ends too early.
final class Inflater {
  private var stream = z_stream()
  private var isReady = false
  private var input: [UInt8] = []
  private var taken = 0
  /// Whether the stream has ended, with a valid checksum.
  private var isWhole = true
  /// Whether there is no output yet. Until then a failed `deflate` may turn out to be raw deflate, which some servers send.
  private var isFirst = true
  private var hasOutput = false
  /// The first byte of what may be another gzip member, whose second byte has not come yet.
  private var begun: [UInt8] = []
  private let compression: HTTPHead.Compression

  init(_ compression: HTTPHead.Compression) { self.compression = compression }

  deinit { if isReady { inflateEnd(&stream) } }

  /// Whether bytes that were fed are still to be inflated.
  var hasMore: Bool { taken < input.count || hasOutput }

  /// Adds compressed bytes. The bytes before must be used up.
  func feed(_ bytes: [UInt8]) {
    // Before the first output all bytes are kept, as raw deflate starts over.
    if isFirst, compression == .deflate {
      input += bytes
    } else {
      input = begun + bytes
      begun = []
      taken = 0
    }
  }

  /// Inflates up to `limit` bytes of what was fed.
  ///
  /// - Throws: ``TransportError`` if the data is not compressed.
  func next(limit: Int) throws(TransportError) -> [UInt8] {
    if !isReady { try prepare(windowBits: 15 + 32) }
    if isWhole, !isFirst, taken < input.count {
      // A second gzip member may follow the first. Anything else after the end is padding.
      guard input[taken...].starts(with: [0x1F, 0x8B]) else {
        if input[taken...].elementsEqual([0x1F]) { begun = [0x1F] }
        taken = input.count
        return []
      }
      inflateEnd(&stream)
      isReady = false
      try prepare(windowBits: 15 + 16)
    }
    var status = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      status = inflateOnce(into: buffer, count: &count)
    }
    if status == Z_DATA_ERROR, isFirst, compression == .deflate {
      (isFirst, isWhole) = (false, false)
      inflateEnd(&stream)
      isReady = false
      taken = 0
      try prepare(windowBits: -15)
      return try next(limit: limit)
    }
    hasOutput = status == Z_OK && output.count == limit
    if status == Z_STREAM_END {
      isWhole = true
    } else if status == Z_OK || status == Z_BUF_ERROR {
      isWhole = false
    } else {
      throw TransportError(.malformed, "The answer is not compressed in the way that its headers say.")
    }
    if !output.isEmpty || isWhole { isFirst = false }
    return output
  }

  /// - Throws: ``TransportError`` if the stream has not ended.
  func finish() throws(TransportError) {
    guard isWhole else { throw TransportError(.malformed, "The compressed answer ends too early.") }
  }

  private func prepare(windowBits: Int32) throws(TransportError) {
    stream = z_stream()
    guard rowsmith_inflate_init(&stream, windowBits) == Z_OK else {
      throw TransportError(.malformed, "There is not enough memory to inflate the answer.")
    }
    isReady = true
  }

  private func inflateOnce(into buffer: UnsafeMutableBufferPointer<UInt8>, count: inout Int) -> Int32 {
    input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress.map { $0 + taken }
      stream.avail_in = UInt32(clamping: source.count - taken)
      stream.next_out = buffer.baseAddress
      stream.avail_out = UInt32(clamping: buffer.count)
      let given = stream.avail_in
      let status = inflate(&stream, Z_NO_FLUSH)
      taken += Int(given - stream.avail_in)
      count = buffer.count - Int(stream.avail_out)
      return status
    }
  }
}
