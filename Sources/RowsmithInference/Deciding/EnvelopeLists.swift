import RowsmithModel

/// The lists of records with a key in an object that has none: it is an answer around them, and not one of the records.
enum EnvelopeLists {
  /// The paths of the lists, outer ones first.
  static func paths(_ object: ObjectShape) -> [[String]] { paths(object, [], depth: 0) }

  private static func paths(_ object: ObjectShape, _ path: [String], depth: Int) -> [[String]] {
    if object.folded != nil || depth > 2 { return [] }
    let slots = Array(zip(object.keys, object.slots))
    let own = slots.filter { isList($0.1) }.map { path + [$0.0] }
    let inner = slots.flatMap { key, slot in
      slot.arrays > 0 ? [] : slot.object.map { paths($0, path + [key], depth: depth + 1) } ?? []
    }
    return own + inner
  }

  private static func isList(_ slot: ValueShape) -> Bool {
    guard let items = slot.array?.items, let object = items.object, items.objects == items.count,
      object.folded == nil
    else { return false }
    return KeySearch(shapes: [object], names: [], place: .list).best() != nil
  }
}
