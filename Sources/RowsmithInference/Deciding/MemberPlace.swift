/// A member of the records of one entity, in all their places.
struct MemberPlace {
  /// The keys that lead to it.
  var path: [String]
  /// The values of the member, by place of the records.
  var values: [ValueShape]
  /// The number of records that could have it.
  var total: Int
  /// The number of distinct records that have it, if their keys show it; some occur several times.
  var records: Int?

  /// Everything but objects and lists, merged.
  var scalars: ValueShape {
    let merged = ValueShape()
    for value in values { merged.mergeScalars(value) }
    return merged
  }

  var present: Int { values.reduce(0) { $0 + $1.present } }
  var nulls: Int { values.reduce(0) { $0 + $1.nulls } }
  var objects: Int { values.reduce(0) { $0 + $1.objects } }
  var arrays: Int { values.reduce(0) { $0 + $1.arrays } }
  /// The number of lists with an item more than once.
  var repeating: Int { values.reduce(0) { $0 + ($1.array?.repeating ?? 0) } }
  /// Whether some records have no value.
  var isOptional: Bool { nulls > 0 || present < total }

  /// The objects among the values.
  var shapes: [ObjectShape] { values.compactMap(\.object) }

  /// The items of the lists, or the values of the maps.
  func items(_ inner: (ValueShape) -> ValueShape?) -> MemberPlace {
    let items = values.compactMap(inner)
    return MemberPlace(path: path, values: items, total: items.reduce(0) { $0 + $1.count })
  }

  var listItems: MemberPlace { items { $0.array?.items } }
  var mapItems: MemberPlace { items { $0.object?.folded } }

  /// The members of objects at several places, in the order first seen.
  static func members(of shapes: [ObjectShape], under path: [String], total: Int) -> [MemberPlace] {
    var places: [MemberPlace] = []
    var indices: [String: Int] = [:]
    for shape in shapes {
      // An import compares bytes: of two spellings of one text, it reads the first.
      var own: Set<String> = []
      for (key, slot) in zip(shape.keys, shape.slots) where own.insert(key).inserted {
        if let index = indices[key] {
          places[index].values.append(slot)
        } else {
          indices[key] = places.count
          places.append(MemberPlace(path: path + [key], values: [slot], total: total))
        }
      }
    }
    return places
  }

  /// The keys that are there in several spellings of one text, with other Unicode characters: a model has only the first.
  static func respelled(in shapes: [ObjectShape]) -> [String] {
    var firsts: [String: [UInt8]] = [:]
    var found: [String] = []
    for key in shapes.flatMap(\.keys) {
      let bytes = Array(key.utf8)
      let first = firsts[key] ?? bytes
      firsts[key] = first
      if first != bytes, !found.contains(key) { found.append(key) }
    }
    return found
  }

  /// Whether a model can contain the key.
  static func isExpressible(_ key: String) -> Bool {
    DraftNames.isReadable(key) && key.last != "\\"
      && key.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
