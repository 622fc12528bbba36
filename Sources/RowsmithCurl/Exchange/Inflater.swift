import CZlib
import RowsmithClient

/// Undoes gzip and deflate as far as bytes are asked for, so that a small answer that inflates to gigabytes fills no
/// memory.
///
/// Libcurl would do it, too, but takes a stream that ends too early for a whole one.
final class Inflater {
  private var stream = z_stream()
  private var isReady = false
  private var input: [UInt8] = []
  private var taken = 0
  /// Whether the stream has come to its end, with the checksum.
  private var isWhole = true
  /// Whether nothing has come out yet: it may still turn out to be deflate without a head, which some servers mean.
  private var isFirst = true
  private var hasOutput = false
  private let compression: HTTPHead.Compression

  init(_ compression: HTTPHead.Compression) { self.compression = compression }

  deinit { if isReady { inflateEnd(&stream) } }

  /// Whether bytes that have been given are still to be inflated.
  var hasMore: Bool { taken < input.count || hasOutput }

  /// Gives compressed bytes; those before are to be used up.
  func feed(_ bytes: [UInt8]) {
    // Where nothing has come out yet, all of it may be needed once more.
    if isFirst, compression == .deflate {
      input += bytes
    } else {
      input = bytes
      taken = 0
    }
  }

  /// Inflates some of what has been given.
  ///
  /// - Throws: ``TransportError`` where it is not compressed.
  func next(limit: Int) throws(TransportError) -> [UInt8] {
    if !isReady { try prepare(windowBits: 15 + 32) }
    if isWhole, !isFirst, taken < input.count {
      // Another member of gzip may follow the first. All else behind the end is padding.
      guard input[taken...].starts(with: [0x1F, 0x8B]) else {
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
      throw TransportError(.malformed, "The answer is not compressed as its headers say.")
    }
    if !output.isEmpty || isWhole { isFirst = false }
    return output
  }

  /// - Throws: ``TransportError`` where the stream has not come to its end.
  func finish() throws(TransportError) {
    guard isWhole else { throw TransportError(.malformed, "The compressed answer ends too early.") }
  }

  private func prepare(windowBits: Int32) throws(TransportError) {
    stream = z_stream()
    guard rowsmith_inflate_init(&stream, windowBits) == Z_OK else {
      throw TransportError(.malformed, "There is no memory to inflate the answer in.")
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
