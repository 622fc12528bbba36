import Rowsmith

/// Replaces embedded records by their keys. Records that synchronise by themselves are merged with local changes when they come
/// with their own collection; what another record embeds would overwrite them.
struct EmbeddedRecords: Sendable {
  /// Where a record may have others embedded that synchronise.
  struct Place: Sendable, Hashable {
    /// The table of the others.
    var table: String
    /// The path in the JSON.
    var path: [String]
    /// The paths of the key in an embedded record.
    var keys: [[String]]
  }

  let places: [Place]
  private let heads: [String]

  init(places: [Place]) {
    self.places = places
    heads = Set(places.compactMap(\.path.first)).sorted()
  }

  /// Whether a record may have others embedded. Most have keys instead.
  func mayBe(in json: [UInt8]) -> Bool {
    guard !heads.isEmpty, let members = JSONParts.members(heads, of: json[...]) else { return false }
    return members.contains { $0?.contains(UInt8(ascii: "{")) == true }
  }

  /// The JSON of a record with keys in the place of embedded records.
  ///
  /// - Parameter isKnown: whether a record with the key is known.
  func replaced(_ json: [UInt8], _ isKnown: (_ key: String, Place) throws -> Bool) rethrows -> [UInt8] {
    guard mayBe(in: json), var value = try? JSONValue(parsing: String(decoding: json, as: UTF8.self)) else {
      return json
    }
    func key(of item: JSONValue, _ place: Place) throws -> JSONValue? {
      guard case .object = item, let key = place.keys.lazy.compactMap({ item.value(at: $0) }).first,
        let text = key.scalarText, try isKnown(text, place)
      else { return nil }
      return key
    }
    for place in places {
      switch value.value(at: place.path) {
      case .array(let items)?:
        value.set(.array(try items.map { try key(of: $0, place) ?? $0 }), at: place.path)
      case let item?: if let key = try key(of: item, place) { value.set(key, at: place.path) }
      case nil: break
      }
    }
    return Array(value.text.utf8)
  }
}

extension ReadTransaction {
  /// Whether the server's state of a record is known here, so that it was pulled by itself, or deleted here or there.
  func knows(_ id: String, in table: SyncedTable) throws -> Bool {
    guard let key = try? value(of: id, column: table.keys[0], of: table.plan.name) else { return false }
    return try !rows(
      """
      SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = ?1 AND key = ?2 UNION ALL
      SELECT 1 FROM _rowsmith_sync_rows WHERE entity = ?1 AND key = ?2 AND state < 3 LIMIT 1
      """, [.text(table.name), key]
    ).isEmpty
  }
}
