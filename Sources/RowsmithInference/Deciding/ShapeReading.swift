import RowsmithModel

/// Finds the objects whose keys are data, and the kinds of objects that are one kind.
struct ShapeReading {
  /// The casing of the keys in the samples.
  var casing: Casing
  /// Whether the top is expected to have a value for each of several days or numbers.
  var expectsSeries = false

  /// Reads the top of samples. The items are records, whatever their keys look like; at the top, only an object of objects is a
  /// map.
  ///
  /// - Parameter isLines: whether records follow one another instead of being in a list.
  func read(top value: ValueShape, isLines: Bool = false) {
    if let object = value.object { read(object, "", isLines ? .record : .top, isTop: true) }
    if let object = value.array?.items.object { read(object, "", .record) }
  }

  /// Reads everything below a place.
  ///
  /// - Parameter name: the key that holds it.
  private func read(_ value: ValueShape, name: String = "", _ level: Level) {
    if let object = value.object { read(object, name, level) }
    if let array = value.array { read(array.items, level == .inside ? .inside : .collection) }
  }

  /// Where a value is.
  private enum Level {
    /// A record at the top.
    case record
    /// At the top, or in an object there, outside of any list.
    case top
    /// In the first list or map of an answer: probably records.
    case collection
    case inside
  }

  private func read(_ object: ObjectShape, _ name: String, _ level: Level, isTop: Bool = false) {
    if isTop, level == .top, Self.hasRecords(object), object.kinds.isEmpty, isMap(object, name, level) {
      object.fold()
    }
    let inner: Level = level == .top ? .top : .inside
    let held: Level = isTop ? .record : level == .top ? .collection : .inside
    for kind in object.kinds { read(kind.shape, name, level) }
    for (key, slot) in zip(object.keys, object.slots) { read(slot, name: key, inner) }
    if let folded = object.folded { read(folded, held) }
    joinKinds(of: object)
    if level == .record { return }
    if isTop, !Self.hasRecords(object) {
      if isSeries(object) { object.fold() }
      return
    }
    if object.folded == nil, object.kinds.isEmpty, isMap(object, name, level) {
      object.fold()
      if let folded = object.folded { read(folded, held) }
    }
  }

  /// Whether each member may be a record.
  private static func hasRecords(_ object: ObjectShape) -> Bool {
    object.slots.allSatisfy { $0.objects > 0 }
  }

  // MARK: Kinds

  /// Merges kinds that all have the same members, and kinds without identity. If any kind differs from the others, all stay
  /// apart, so that a photo does not become an image.
  private func joinKinds(of object: ObjectShape) {
    guard object.kinds.count > 1, object.count == 0 else { return object.mergeKinds() }
    var joined: [Set<String>] = []
    for kind in object.kinds {
      let inner = kind.shape.slot("data").flatMap { $0.objects == kind.shape.count ? $0.object : nil }
      guard Self.hasIdentity(kind.shape) || inner.map(Self.hasIdentity) ?? false else {
        return object.mergeKinds()
      }
      let paths = Self.paths(of: kind.shape)
      if let index = joined.firstIndex(where: { Self.areAlike($0, paths) }) {
        joined[index].formUnion(paths)
      } else {
        joined.append(paths)
      }
    }
    if joined.count == 1 { object.mergeKinds() }
  }

  private static func hasIdentity(_ shape: ObjectShape) -> Bool {
    guard let id = shape.keys.first(where: { KeyNames.rank($0).map { $0 < 3 } ?? false }) else {
      return false
    }
    return shape.slot(id)?.count == shape.count
  }

  /// The keys of an object, and those one level deeper.
  private static func paths(of shape: ObjectShape) -> Set<String> {
    var paths: Set<String> = []
    for (key, slot) in zip(shape.keys, shape.slots) {
      if let inner = slot.object, inner.kinds.isEmpty, inner.folded == nil {
        for name in inner.keys { paths.insert("\(key)\u{0}\(name)") }
      } else {
        paths.insert(key)
      }
    }
    return paths
  }

  private static func areAlike(_ one: Set<String>, _ other: Set<String>) -> Bool {
    let common = one.intersection(other).count
    return 2 * common >= one.union(other).count || common == min(one.count, other.count) && common > 2
  }

  // MARK: Maps

  /// Names that servers give to objects whose keys are data.
  private static let mapNames: Set<String> = [
    "labels", "annotations", "headers", "dependencies", "devDependencies", "peerDependencies",
    "optionalDependencies", "scripts", "engines", "translations", "matchLabels", "nodeSelector", "dist-tags",
    "env", "rates", "versions", "descriptions", "aliases", "sitelinks", "claims", "times", "users",
  ]

  /// Whether the keys of an object are data.
  private func isMap(_ object: ObjectShape, _ name: String, _ level: Level) -> Bool {
    guard !object.keys.isEmpty else { return false }
    let data = zip(object.keys, object.slots).count { key, slot in
      // MediaWiki has pages that are missing under `-1`, `-2`, ….
      looksLikeData(key) || slot.objects > 0 && Int(key) != nil
    }
    if Self.mapNames.contains(name), isUniform(object) { return true }
    if data > 0, object.keys.contains(where: { $0.contains("/") }), isUniform(object) { return true }
    // An object that is sometimes empty has varying keys.
    if level != .collection, object.empties > 0,
      object.slots.allSatisfy({ $0.objects == 0 && $0.arrays == 0 })
    {
      return true
    }
    if object.keys.count > 2, 2 * data >= object.keys.count, isUniform(object) { return true }
    if object.keys.count > 1, 4 * data >= 3 * object.keys.count {
      return isUniform(object) || data > 3 && level != .collection
    }
    if object.keys.count == 1, data == 1 { return object.slots[0].objects > 0 }
    guard object.keys.count >= 2, object.slots.allSatisfy({ $0.objects > 0 }), isUniform(object) else {
      return false
    }
    // Always the same shape, never the same keys.
    let first = object.slots[0].object?.keys
    if object.count > 1, object.slots.allSatisfy({ $0.count < object.count && $0.object?.keys == first }) {
      return true
    }
    if repeatsKey(object) { return true }
    guard object.keys.count >= 4 else { return false }
    // Objects of one shape under many names, with few of them in each object.
    let present = object.slots.reduce(0) { $0 + $1.count }
    let isSparse = object.count > 1 && 2 * present < object.keys.count * object.count
    return isSparse || object.keys.count >= 12 || data > 0
  }

  /// Whether the object has a value for each of several days or numbers, by keys that begin with a digit. Unless a series is
  /// expected, repeated keys mean records without a key.
  private func isSeries(_ object: ObjectShape) -> Bool {
    guard object.kinds.isEmpty, object.folded == nil, object.keys.allSatisfy({ $0.first?.isNumber == true }),
      object.slots.allSatisfy({ $0.objects == 0 && $0.arrays == 0 })
    else { return false }
    if expectsSeries { return true }
    let types = Set(
      object.slots.filter { $0.scalars > 0 }.map { [$0.numbers != nil, $0.strings != nil, $0.bools > 0] })
    return object.keys.count > 2 && types.count == 1 && object.slots.allSatisfy { $0.count == 1 }
  }

  /// Whether each object inside repeats its own key.
  private func repeatsKey(_ object: ObjectShape) -> Bool {
    zip(object.keys, object.slots).allSatisfy { key, slot in
      guard let inner = slot.object else { return false }
      return zip(inner.keys, inner.slots).contains { name, member in
        KeyNames.isCandidate(name) && member.strings?.values?.map(\.text) == [key]
      }
    }
  }

  /// Whether the values are all alike: objects with similar keys, or scalars of one type.
  private func isUniform(_ object: ObjectShape) -> Bool {
    let isObjects = object.slots.allSatisfy { $0.objects + $0.nulls == $0.count }
    guard isObjects else {
      let types = Set(
        object.slots.map { slot in [slot.numbers != nil, slot.strings != nil, slot.bools > 0] })
      return types.count == 1 && object.slots.allSatisfy { $0.objects == 0 && $0.arrays == 0 }
        || object.slots.allSatisfy { $0.arrays + $0.nulls == $0.count }
    }
    // An empty object is like any other.
    let objects = object.slots.compactMap(\.object)
    let shapes = objects.filter { !$0.keys.isEmpty }
    guard let first = shapes.first, 2 * shapes.count >= objects.count else { return false }
    return shapes.allSatisfy { shape in
      let common = shape.keys.count { first.keys.contains($0) }
      return 2 * common >= min(shape.keys.count, first.keys.count) && common > 0
    }
  }

  /// Whether a key is not a name that a server would give a member.
  private func looksLikeData(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first else { return true }
    if key.first?.isNumber == true { return true }
    // The identifiers that Firebase makes; `-1` is a reaction.
    if first == "-", key.count > 2 { return true }
    if key.contains(where: { " /:@.,%".contains($0) }) && first != "@" { return true }
    if key.count > 40 || !key.unicodeScalars.allSatisfy(\.isASCII) { return true }
    let digits = key.count { $0.isNumber }
    if digits >= 4, 2 * digits >= key.count { return true }
    // Codes such as EUR, Q42, DE-BE, in samples whose other keys are lowercase.
    return casing != .pascalCase && key.count <= 6
      && key.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "-" }
      && first != "-"
  }
}
