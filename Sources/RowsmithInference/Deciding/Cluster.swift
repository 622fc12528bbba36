import RowsmithModel

/// The objects at several places of the samples that are records of one entity.
final class Cluster {
  /// A place that has some of the objects.
  struct Site {
    var shape: ObjectShape
    /// The name of the objects there, in the singular.
    let name: String
    /// The words of the name.
    let words: [String]
    var place: KeySearch.Place
    /// The depth of the place: the names of higher places are preferred.
    var depth: Int
    /// The mixed objects that these are one kind of.
    var family: ObjectIdentifier?

    init(
      shape: ObjectShape, name: String, place: KeySearch.Place, depth: Int, family: ObjectIdentifier? = nil
    ) {
      self.shape = shape
      self.name = name
      words = Words.of(Singular.of(name))
      self.place = place
      self.depth = depth
      self.family = family
    }
  }

  private(set) var sites: [Site]
  var key: KeyChoice?
  /// The name that a person gave the entity.
  var givenName: String?
  /// The position in the order in which clusters were found.
  let order: Int
  /// The parent whose key is part of this cluster's key.
  var parent: Cluster?

  init(_ site: Site, key: KeyChoice?, order: Int) {
    sites = [site]
    self.key = key
    self.order = order
  }

  /// The union of several kinds.
  init(joining kinds: [Cluster]) {
    sites = kinds.flatMap(\.sites)
    key = kinds[0].key
    order = kinds[0].order
  }

  /// Objects in a list that nothing tells apart.
  init(rows shapes: [ObjectShape], name: String) {
    sites = shapes.map { Site(shape: $0, name: name, place: .list, depth: 1) }
    order = .max
  }

  var shapes: [ObjectShape] { sites.map(\.shape) }

  /// The number of records that are more than a bare key.
  ///
  /// At the top, a bare key counts as a record. So does a record whose key is scoped to its parent: it can be nowhere else.
  var count: Int {
    guard let key, !key.isScoped, !key.isOfMap, key.path.count == 1 else {
      return sites.reduce(0) { $0 + $1.shape.count }
    }
    // A kind outside the key that no document uses to tell records apart is a member like others.
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

  /// The discriminator value that all objects share; `nil` if there are several, or none.
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

  /// Whether the objects have a discriminator with several values.
  var isOfSeveralKinds: Bool {
    KeyNames.discriminators.contains { key in
      let slots = shapes.compactMap { $0.slot(key) }
      if slots.isEmpty { return false }
      let values = slots.compactMap { $0.strings?.values }
      return values.count < slots.count || Set(values.flatMap { $0.map(\.text) }).count > 1
    }
  }

  /// Whether the objects are only in lists below the top.
  var isInLists: Bool { sites.allSatisfy { $0.place == .list && $0.depth > 0 } }

  /// Whether nothing tells the objects apart, so that each belongs to the list that has it.
  var areRows: Bool { key == nil && isInLists }

  /// The keys of all objects.
  var keys: Set<String> { Set(shapes.flatMap(\.keys)) }

  // MARK: The key

  /// The name of the relationship to the parent.
  var parentName: String?

  /// The member that repeats the map's key of a record, if the model has to declare it.
  var mapKeyMember: String?
  /// The keys of the maps that contain the records.
  var mapKeys: StringShape?

  private var keySlots: [ValueShape] {
    guard let path = key?.path, key?.isOfMap == false else { return [] }
    return shapes.compactMap { shape in
      let first = shape.slot(path[0])
      return path.count == 1 ? first : first?.object?.slot(path[1])
    }
  }

  /// The type of the key, if the key is a single member.
  var keyType: String? {
    guard key?.isPlain == true, let path = key?.path else { return nil }
    if key?.isOfMap == true { return "String" }
    let place = MemberPlace(path: path, values: keySlots, total: keySlots.reduce(0) { $0 + $1.count })
    return MadeAttribute(place, name: "key", path: path, isKey: true).draft.type
  }

  /// The texts that are keys, by place.
  var keyTexts: [StringShape] { keySlots.compactMap(\.strings) }

  /// Whether the key is text; `nil` if the key is not a single member.
  var hasTextKey: Bool? {
    guard key?.isPlain == true else { return nil }
    if key?.isOfMap == true { return true }
    guard let slot = keySlots.first else { return nil }
    return slot.strings != nil
  }

  /// A sketch of the records' keys.
  var keySketch: ValueSketch? {
    if key?.isOfMap == true { return mapKeys?.sketch }
    var sketch: ValueSketch?
    for slot in keySlots {
      guard let other = slot.strings?.sketch ?? slot.numbers?.sketch else { continue }
      if sketch == nil { sketch = other } else { sketch?.merge(other) }
    }
    return sketch
  }

  /// What the keys identify, by place.
  var identities: [IdentitySketch] {
    guard let path = key?.path, path.count == 1 else { return [] }
    return shapes.compactMap { $0.identity(of: path[0]) }
  }

  /// Whether the map's key of a record is information that the record itself does not contain.
  var holdsMapKey = false
}
