import RowsmithModel

/// What looks like a record and belongs to the one around it, even if the samples have only one.
extension KeySearch {
  /// Whether the objects are pairs of name and value, which belong to their owner.
  var isPair: Bool { shapes.contains { $0.keys.contains(where: Self.values.contains) } }

  /// The members with the value: the second is that of AWS, the third that of the buckets that Elasticsearch counts.
  private static let values: Set<String> = ["value", "Value", "doc_count"]

  /// Whether the objects say in `type` which member has their value, as the properties of a page in Notion do. The `id` is that
  /// of the property, which every page has.
  var isProperty: Bool {
    guard place == .map || place == .single, !shapes.isEmpty else { return false }
    return shapes.allSatisfy { shape in
      guard let texts = shape.slot("type")?.strings, texts.count == shape.count, let kinds = texts.values
      else { return false }
      let said = Set(kinds.map(\.text))
      guard said.isSubset(of: shape.keys) else { return false }
      // What is alone and has more than that may be a record of its own, as a card that pays is.
      return place == .map || Set(shape.keys).subtracting(said).isSubset(of: Self.besideValue)
    }
  }

  /// What a property has beside its value.
  private static let besideValue: Set<String> = ["id", "type", "name", "description", "has_more"]

  /// Whether the objects hold what happened at one time after another, known by nothing else, as a conversation holds its
  /// messages. The next file of it has the same name, and so may another one.
  var holdsHistory: Bool {
    shapes.contains { shape in
      zip(shape.keys, shape.slots).contains { key, slot in
        guard let items = slot.array?.items.object else { return false }
        return ([items] + items.kinds.map(\.shape)).contains { item in
          item.keys.contains(where: Self.isMoment)
            && KeySearch(shapes: [item], names: [key], place: .list).best() == nil
        }
      }
    }
  }

  private static func isMoment(_ key: String) -> Bool {
    moments.contains(key.lowercased()) || Words.of(key).contains("timestamp")
  }
}
