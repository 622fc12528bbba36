/// Whether a JSON value is an array without items.
func isEmptyArray(_ start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
  guard start.pointee == UInt8(ascii: "[") else { return false }
  var scanner = JSONScanner(p: start + 1, end: end, isFinal: true)
  return scanner.peek() == UInt8(ascii: "]")
}
