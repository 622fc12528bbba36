/// Why scanning stopped. Caught while the bytes that it points to are still in memory.
package enum JSONFault: Error, @unchecked Sendable {
  /// The bytes in memory end inside the value; there may be more.
  case needsMore
  /// The text is not JSON at this byte.
  case syntax(at: UnsafePointer<UInt8>, expected: String)
}
