import RowsmithSchema

extension KeyCoding {
  /// Decodes a key of several parts in its former format: each part after a letter for its type, joined by U+001F.
  ///
  /// - Returns: `nil` if the text cannot be read as these types, or in more than one way: a part may contain the separator.
  static func decodeJoined(_ text: String, types: [Layout.ColumnType]) -> [StoredValue]? {
    let pieces = text.unicodeScalars.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(
      String.init)
    let readings = split(pieces[...], into: types[...])
    return readings.count == 1 ? readings[0] : nil
  }

  /// The ways to split pieces into values of these types, at most two.
  private static func split(_ pieces: ArraySlice<String>, into types: ArraySlice<Layout.ColumnType>)
    -> [[StoredValue]]
  {
    guard let type = types.first else { return pieces.isEmpty ? [[]] : [] }
    var readings: [[StoredValue]] = []
    var length = 1
    while length <= pieces.count - (types.count - 1) {
      if let part = part(pieces.prefix(length).joined(separator: "\u{1F}"), type) {
        for rest in split(pieces.dropFirst(length), into: types.dropFirst()) {
          readings.append([part] + rest)
          if readings.count > 1 { return readings }
        }
      }
      length += 1
    }
    return readings
  }

  private static func part(_ text: String, _ type: Layout.ColumnType) -> StoredValue? {
    let rest = String(text.unicodeScalars.dropFirst())
    switch (text.unicodeScalars.first, type) {
    case ("i", .integer): return Int64(rest).map(StoredValue.integer)
    case ("t", .text): return .text(rest)
    case ("r", .real): return Double(rest).map(StoredValue.real)
    case ("b", .blob):
      let bytes = rest.split(separator: ",").map { UInt8($0) }
      return bytes.contains(nil) ? nil : .blob(bytes.compactMap { $0 })
    default: return nil
    }
  }
}
