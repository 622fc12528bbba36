/// Why scanning stopped.
enum JSONFault: Error {
  /// The bytes in memory end inside the value; there may be more of them.
  case needsMore
  /// The text is not JSON at this byte.
  case syntax(at: UnsafePointer<UInt8>, expected: String)
}
