/// Why scanning stopped. It is caught where it is thrown, while the bytes it points at are there.
package enum JSONFault: Error, @unchecked Sendable {
  /// The bytes in memory end inside the value; there may be more of them.
  case needsMore
  /// The text is not JSON at this byte.
  case syntax(at: UnsafePointer<UInt8>, expected: String)
}
