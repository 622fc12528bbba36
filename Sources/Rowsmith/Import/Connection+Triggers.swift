extension Connection {
  /// Whether triggers of other programs may change further rows when a row is written.
  func hasUnmanagedTriggers() throws -> Bool {
    try integer(
      """
      SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name NOT GLOB '_rowsmith_*'
      UNION ALL
      SELECT 1 FROM sqlite_temp_master WHERE type = 'trigger' AND name NOT GLOB '_rowsmith_*' LIMIT 1
      """) != nil
  }
}
