extension Duration {
  /// Milliseconds, rounded up: who waits that long does not wake up too early. As many as fit.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 1 << 40 else { return .max }
    return max(0, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }
}
