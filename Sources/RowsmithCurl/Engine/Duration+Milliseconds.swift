extension Duration {
  /// Milliseconds, rounded up so that a wait does not end too early; `Int.max` if they do not fit.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 1 << 40 else { return .max }
    return max(0, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }
}
