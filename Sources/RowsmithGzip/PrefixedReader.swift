import Rowsmith

/// Reads the bytes that were already taken from a reader, then the rest of that reader.
struct PrefixedReader: ByteReader {
  private var prefix: ArraySlice<UInt8>
  private var base: any ByteReader

  init(_ prefix: [UInt8], before base: any ByteReader) {
    self.prefix = prefix[...]
    self.base = base
  }

  var totalBytes: Int? { base.totalBytes }

  mutating func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int {
    if prefix.isEmpty { return try base.read(into: buffer, capacity: capacity) }
    let count = min(capacity, prefix.count)
    for byte in 0..<count { buffer[byte] = prefix[prefix.startIndex + byte] }
    prefix = prefix.dropFirst(count)
    return count
  }
}
