/// Calls `body` with the bytes of a text.
package func withBytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  withBytes(Array(text.utf8), body)
}

/// Calls `body` with a copy of the bytes on the heap, without anything behind them.
package func withBytes<Result>(_ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
  defer { copy.deallocate() }
  _ = copy.initialize(from: bytes)
  return body(UnsafeBufferPointer(copy))
}
