/// Objects at several places of the samples that are records of one entity.
final class Cluster {
  /// A place where they are.
  struct Site {
    var shape: ObjectShape
    /// What they are called there, in the singular.
    var name: String
    var place: KeySearch.Place
    /// How deep it is: records that are higher up give the name.
    var depth: Int
    /// The objects of several kinds of which these are one.
    var family: ObjectIdentifier?
  }

  private(set) var sites: [Site]
  var key: KeyChoice?
  /// What a person calls the entity.
  var givenName: String?
  /// In which order it was found.
  let order: Int
  /// The cluster whose key its own key needs, and how that refers to it.
  var parent: Cluster?

  init(_ site: Site, key: KeyChoice?, order: Int) {
    sites = [site]
    self.key = key
    self.order = order
  }

  /// Everything that several kinds have.
  init(joining kinds: [Cluster]) {
    sites = kinds.flatMap(\.sites)
    key = kinds[0].key
    order = kinds[0].order
  }

  var shapes: [ObjectShape] { sites.map(\.shape) }

  /// How many records there are that are more than a key.
  ///
  /// At the top, a key alone is a record, too. So is one that counts within its parent: it can be nowhere else.
  var count: Int {
    guard let key, !key.isScoped, !key.isOfMap, key.path.count == 1 else {
      return sites.reduce(0) { $0 + $1.shape.count }
    }
    // A kind that is no part of the key and that no document tells is a member like others.
    let tellsKind = key.qualifier != nil || sites.contains { $0.family != nil && $0.depth == 0 }
    return sites.reduce(0) { count, site in
      if site.depth == 0 { return count + site.shape.count }
      let stubs = site.shape.stubs(key.path[0])
      return count + site.shape.count - stubs.alone - (tellsKind ? stubs.withKind : 0)
    }
  }

  func absorb(_ other: Cluster) {
    sites += other.sites
    holdsMapKey = holdsMapKey || other.holdsMapKey
    mapKeyMember = mapKeyMember ?? other.mapKeyMember
    if let keys = other.mapKeys {
      if mapKeys == nil { mapKeys = keys } else { mapKeys?.merge(keys) }
    }
  }

  func absorb(_ site: Site) { sites.append(site) }

  func remove(_ shapes: [ObjectShape]) {
    sites.removeAll { site in shapes.contains { $0 === site.shape } }
  }

  /// The value of the discriminator that all of them have.
  var kind: String? {
    var kinds: Set<String> = []
    for shape in shapes {
      guard let key = KeyNames.discriminators.first(where: { shape.keys.contains($0) }),
        let values = shape.slot(key)?.strings?.values, values.count == 1,
        shape.slot(key)?.count == shape.count
      else { return nil }
      kinds.insert(values[0].text)
    }
    return kinds.count == 1 ? kinds.first : nil
  }

  /// Whether they say that they are of several kinds.
  var isOfSeveralKinds: Bool {
    KeyNames.discriminators.contains { key in
      let slots = shapes.compactMap { $0.slot(key) }
      if slots.isEmpty { return false }
      let values = slots.compactMap { $0.strings?.values }
      return values.count < slots.count || Set(values.flatMap { $0.map(\.text) }).count > 1
    }
  }

  /// The keys that any of them has.
  var keys: Set<String> { Set(shapes.flatMap(\.keys)) }

  // MARK: The key

  /// What the relationship to the parent is called.
  var parentName: String?

  /// The member that has the key of the map over a record, where the model has to say it.
  var mapKeyMember: String?
  /// The keys of the maps that the records are in.
  var mapKeys: StringShape?

  private var keySlots: [ValueShape] {
    guard let path = key?.path, key?.isOfMap == false else { return [] }
    return shapes.compactMap { shape in
      let first = shape.slot(path[0])
      return path.count == 1 ? first : first?.object?.slot(path[1])
    }
  }

  /// The type of the key, where it is one member alone.
  var keyType: String? {
    guard key?.isPlain == true, let path = key?.path else { return nil }
    if key?.isOfMap == true { return "String" }
    let place = MemberPlace(path: path, values: keySlots, total: keySlots.reduce(0) { $0 + $1.count })
    return MadeAttribute(place, name: "key", path: path, isKey: true).draft.type
  }

  /// The texts that are keys, at each place.
  var keyTexts: [StringShape] { keySlots.compactMap(\.strings) }

  /// Whether the key is text; nil where it is not one member alone.
  var hasTextKey: Bool? {
    guard key?.isPlain == true else { return nil }
    if key?.isOfMap == true { return true }
    guard let slot = keySlots.first else { return nil }
    return slot.strings != nil
  }

  /// The keys of the records, as far as they are kept.
  var keySketch: ValueSketch? {
    if key?.isOfMap == true { return mapKeys?.sketch }
    var sketch: ValueSketch?
    for slot in keySlots {
      guard let other = slot.strings?.sketch ?? slot.numbers?.sketch else { continue }
      if sketch == nil { sketch = other } else { sketch?.merge(other) }
    }
    return sketch
  }

  /// Whether the key of a map over the records says something that they do not say themselves.
  var holdsMapKey = false
}
