import RowsmithModel

/// Finds the objects that are records, and which of them are records of the same entity.
final class Clustering {
  /// The clusters, by place.
  private var clusters: [ObjectIdentifier: Cluster] = [:]
  private(set) var all: [Cluster] = []
  private var order = 0
  /// Objects without an identity of their own.
  private(set) var loose: [Cluster.Site] = []
  /// What is compared of clusters while alike ones are joined, found once for each.
  private var traits: [ObjectIdentifier: Traits] = [:]

  private struct Traits {
    var keys: Set<String>
    var kind: String?
    var families: Set<ObjectIdentifier>
  }

  /// The cluster of an object; `nil` if the object has no identity.
  func cluster(of shape: ObjectShape) -> Cluster? { clusters[ObjectIdentifier(shape)] }

  /// The entities of the kinds of some objects; `nil` if they cannot extend one entity because they have no common key, or
  /// because records of several kinds have the same one.
  func family(of object: ObjectShape) -> [Cluster]? {
    guard let kinds = choice(of: object), !Self.shareKeys(kinds.compactMap(\.keySketch)),
      !Self.shareKeys(kinds.map(\.identities))
    else { return nil }
    return kinds
  }

  /// The entities of the kinds of some objects; `nil` if one column cannot hold the keys of all.
  func choice(of object: ObjectShape) -> [Cluster]? {
    let kinds = object.kinds.compactMap { cluster(of: $0.shape) }
    guard kinds.count == object.kinds.count, kinds.count > 1,
      Set(kinds.map(ObjectIdentifier.init)).count == kinds.count, let key = kinds[0].key, key.path.count == 1,
      kinds.allSatisfy({ $0.key?.path == key.path && $0.key?.isPlain == true }),
      Set(kinds.map(\.keyType)).count == 1
    else { return nil }
    return kinds
  }

  /// Whether records of several kinds have the same key, so that it identifies them only together with the kind.
  private static func shareKeys(_ sketches: [ValueSketch]) -> Bool {
    // Each keeps the smallest hashes: what two of them have is within the range of both.
    var seen: Set<UInt64> = []
    for sketch in sketches {
      if sketch.counts.keys.contains(where: seen.contains) { return true }
      seen.formUnion(sketch.counts.keys)
    }
    return false
  }

  /// The same, by more keys than those in the sketches.
  private static func shareKeys(_ kinds: [[IdentitySketch]]) -> Bool {
    kinds.indices.contains { index in
      kinds[..<index].contains { kind in
        kind.contains { one in kinds[index].contains { one.shares(with: $0) } }
      }
    }
  }

  /// Whether the kinds in a list identify their records together with a key that several of them share.
  private static func identify(_ object: ObjectShape) -> Bool {
    let keys = object.kinds.map { KeySearch(shapes: [$0.shape], names: [$0.value], place: .list).best() }
    guard let path = keys[0]?.path, path.count == 1, keys.allSatisfy({ $0?.path == path }) else {
      return false
    }
    let sketches = object.kinds.compactMap { kind in
      kind.shape.slot(path[0]).flatMap { $0.strings?.sketch ?? $0.numbers?.sketch }
    }
    return shareKeys(sketches)
      || shareKeys(object.kinds.map { [$0.shape.identity(of: path[0])].compactMap { $0 } })
  }

  /// Adds a place of records at the top, with or without an identity.
  ///
  /// - Parameter family: the mixed objects that these are one kind of, if any.
  func addRoot(
    _ shape: ObjectShape, name: String, place: KeySearch.Place, in family: ObjectShape? = nil
  ) {
    let site = Cluster.Site(
      shape: shape, name: name, place: place, depth: 0, family: family.map { ObjectIdentifier($0) })
    add(site, key: KeySearch(shapes: [shape], names: [name], place: .root).best())
    visit(members: shape, depth: 1)
  }

  /// Adds a map of records that occurs once.
  func addRoot(map: ObjectShape, name: String) {
    guard let shape = map.folded?.object else { return }
    let site = Cluster.Site(shape: shape, name: Singular.of(name), place: .map, depth: 0)
    addItems(of: map, site)
    let cluster = self.cluster(of: shape)
    cluster?.key?.isScoped = false
    visit(members: shape, depth: 1)
  }

  /// Adds the values of a map. Their key is either a member of their own or only the map's key.
  private func addItems(of map: ObjectShape, _ site: Cluster.Site) {
    var key = KeySearch(shapes: [site.shape], names: [site.name], place: .map).best()
    let own = map.ownKey
    if let found = key, found.rank <= 2, !found.isScoped, !map.isPushed || found.path != ["uid"] {
      // The member identifies the records by itself.
    } else if let own {
      key = KeyChoice(path: [own], rank: KeyNames.rank(own) ?? 9, isScoped: true)
    } else {
      key = .ofMap
    }
    add(site, key: key)
    let cluster = self.cluster(of: site.shape)
    cluster?.mapKeys = map.foldedKeys
    cluster?.mapKeyMember = key?.path == own.map { [$0] } && key?.isScoped == false ? nil : own
    cluster?.holdsMapKey = own == nil && key?.isOfMap == false
  }

  /// Visits everything below a value.
  func visit(_ value: ValueShape, name: String, place: KeySearch.Place, depth: Int) {
    if let object = value.object { visit(object, name: name, place: place, depth: depth) }
    if let items = value.array?.items, value.arrays + value.nulls == value.count {
      visit(items, name: name, place: .list, depth: depth)
    }
  }

  private func visit(
    _ object: ObjectShape, name: String, place: KeySearch.Place, depth: Int, in family: ObjectShape? = nil
  ) {
    if !object.kinds.isEmpty, !object.hasDistinctKinds || place == .list && Self.identify(object) {
      object.mergeKinds()
    }
    if !object.kinds.isEmpty {
      for kind in object.kinds {
        visit(kind.shape, name: kind.value, place: place, depth: depth, in: object)
      }
      return
    }
    if let folded = object.folded {
      guard let inner = folded.object, inner.folded == nil, inner.kinds.isEmpty,
        folded.objects == folded.count
      else {
        return visit(folded, name: name, place: .list, depth: depth)
      }
      addItems(of: object, Cluster.Site(shape: inner, name: Singular.of(name), place: .map, depth: depth))
      return visit(members: inner, depth: depth + 1)
    }
    let singular = Singular.of(name)
    let site = Cluster.Site(
      shape: object, name: singular, place: place, depth: depth, family: family.map { ObjectIdentifier($0) })
    if let key = KeySearch(shapes: [object], names: [name], place: place).best() {
      add(site, key: key)
      visit(members: object, depth: depth + 1)
    } else {
      loose.append(site)
      visit(members: object, depth: depth + 1, of: place == .single ? name : nil)
    }
  }

  private func visit(members object: ObjectShape, depth: Int, of holder: String? = nil) {
    for (key, slot) in zip(object.keys, object.slots) {
      let name = holder.map { RootNames.name(of: key, in: object, called: $0) } ?? key
      visit(slot, name: name, place: .single, depth: depth)
    }
  }

  private func add(_ site: Cluster.Site, key: KeyChoice?) {
    let cluster = Cluster(site, key: key, order: order)
    order += 1
    clusters[ObjectIdentifier(site.shape)] = cluster
    all.append(cluster)
  }

  // MARK: One entity in several places

  /// Joins the clusters of the same entity.
  func join() {
    joinAlike()
    joinLoose()
    while joinMembers() { joinAlike() }
    let known = Set(clusters.values.map(ObjectIdentifier.init))
    all.removeAll { !known.contains(ObjectIdentifier($0)) }
  }

  private func joinAlike() {
    traits = [:]
    defer { traits = [:] }
    var index = 0
    while index < all.count {
      var other = index + 1
      while other < all.count {
        if areOne(all[index], all[other]), unite(all[index], all[other]) {
          other = index + 1
        } else {
          other += 1
        }
      }
      index += 1
    }
  }

  /// Adds objects to a cluster if they have its name and members, but are too few to show a key themselves.
  private func joinLoose() {
    for site in loose {
      for cluster in all where cluster.key?.isScoped == false && cluster.key?.path.count == 1 {
        let keys = Set(site.shape.keys)
        guard cluster.sites.contains(where: { $0.words == site.words && $0.depth > 0 }),
          !keys.isEmpty,
          keys.isSubset(of: cluster.keys)
        else { continue }
        let sites = cluster.sites + [site]
        let search = KeySearch(shapes: sites.map(\.shape), names: sites.map(\.name), place: .list)
        guard let key = search.best(), key.path == cluster.key?.path, !key.isScoped else { continue }
        cluster.absorb(site)
        clusters[ObjectIdentifier(site.shape)] = cluster
        break
      }
    }
  }

  /// Merges two clusters into the first.
  ///
  /// - Returns: `false` if they have no common key.
  private func unite(_ one: Cluster, _ other: Cluster) -> Bool {
    let sites = one.sites + other.sites
    let place = sites.contains { $0.place == .list } ? KeySearch.Place.list : one.sites[0].place
    let search = KeySearch(shapes: sites.map(\.shape), names: sites.map(\.name), place: place)
    let isOfMaps = one.key == .ofMap && other.key == .ofMap
    guard let key = isOfMaps ? .ofMap : search.best(), key.isScoped == one.key?.isScoped,
      key.qualifier == one.key?.qualifier
    else { return false }
    one.absorb(other)
    traits[ObjectIdentifier(one)] = nil
    one.key = key
    for shape in other.shapes { clusters[ObjectIdentifier(shape)] = one }
    all.removeAll { $0 === other }
    return true
  }

  private func traits(of cluster: Cluster) -> Traits {
    if let known = traits[ObjectIdentifier(cluster)] { return known }
    let found = Traits(
      keys: cluster.keys, kind: cluster.kind, families: Set(cluster.sites.compactMap(\.family)))
    traits[ObjectIdentifier(cluster)] = found
    return found
  }

  private func areOne(_ one: Cluster, _ other: Cluster) -> Bool {
    guard let key = one.key, let otherKey = other.key, key.path == otherKey.path,
      key.qualifier == otherKey.qualifier, !key.isScoped,
      !otherKey.isScoped
    else { return false }
    // Kinds of one family stay apart, however similar they are.
    let (own, theirs) = (traits(of: one), traits(of: other))
    if !own.families.isDisjoint(with: theirs.families) { return false }
    if !own.families.isEmpty && other.isOfSeveralKinds || !theirs.families.isEmpty && one.isOfSeveralKinds {
      return false
    }
    let keys = own.keys
    let others = theirs.keys
    if let kind = own.kind, let otherKind = theirs.kind {
      return kind == otherKind || keys == others && keys.count > 3 && nests(one, other)
    }
    let common = keys.intersection(others).count
    let least = min(keys.count, others.count)
    let isNamedAlike = one.sites.contains { site in
      other.sites.contains { site.words == $0.words }
    }
    // With other names, so few common members prove nothing, whatever their values are.
    if !isNamedAlike, 5 * common < 4 * least { return false }
    let known = agreement(one, other)
    if known.different > known.same { return false }
    if isNamedAlike {
      // The key alone proves nothing of a record and one in it, unless that is a bare key: the name may be the file's. Nor
      // does it of the items of lists that each have members of their own: an order's and a wish list's.
      let own = [keys.subtracting(others), others.subtracting(keys)]
      let areItems = one.isInLists && other.isInLists && own.allSatisfy { !$0.isSubset(of: Self.general) }
      let isApart = areItems || nests(one, other) || nests(other, one)
      return 2 * common >= least && (common > 1 || least == 1 || !isApart)
    }
    if keys == others, common >= 2, key.rank < 6 || known.records > 0 {
      // A small shape, such as a key and a name, proves little.
      return common >= 4 || known.records > 0 && known.same > 0 || nests(one, other)
    }
    // Members that records of every kind have prove nothing.
    let telling = keys.intersection(others).subtracting(Self.general).count
    if 5 * common >= 4 * least, common >= 5, telling >= 3 || 2 * common >= max(keys.count, others.count) {
      return true
    }
    return 5 * common >= 4 * least && known.records > 1
  }

  /// Members that records of any kind may have.
  private static let general: Set<String> = [
    "id", "node_id", "uid", "uuid", "url", "uri", "href", "html_url", "self", "name", "title", "description",
    "body",
    "text", "type", "kind", "state", "status", "user", "author", "created_at", "updated_at", "createdAt",
    "updatedAt", "created", "updated", "number", "position",
  ]

  /// Whether records of one contain records of the other, as comments contain their replies.
  private func nests(_ one: Cluster, _ other: Cluster) -> Bool {
    one.shapes.contains { shape in
      shape.slots.contains { slot in
        let inner = slot.object ?? slot.array?.items.object
        return inner.map { inner in other.shapes.contains { $0 === inner } } ?? false
      }
    }
  }

  /// Compares the records that occur in both.
  private func agreement(_ one: Cluster, _ other: Cluster) -> (records: Int, same: Int, different: Int) {
    guard let path = one.key?.path, path.count == 1, one.key?.qualifier == nil else { return (0, 0, 0) }
    var (records, same, different) = (0, 0, 0)
    for shape in one.shapes {
      for theirs in other.shapes {
        guard let own = shape.identities.first(where: { shape.keys[$0.slot] == path[0] }),
          let their = theirs.identities.first(where: { theirs.keys[$0.slot] == path[0] })
        else { continue }
        let places = theirs.keys.map { shape.keys.firstIndex(of: $0) }
        for (hash, entry) in their.sketch.entries {
          guard var mine = own.sketch.entries[hash] else { continue }
          (mine.same, mine.different) = (0, 0)
          mine.compare(IdentitySketch.moved(entry.members, to: places), entry.digest)
          records += 1
          // The key itself is always equal.
          same += mine.same - 1
          different += mine.different
        }
      }
    }
    return (records, same, different)
  }

  // MARK: Objects at the same place of one entity

  /// Joins the objects under the same path of one entity.
  ///
  /// - Returns: whether anything changed.
  private func joinMembers() -> Bool {
    var isChanged = false
    for cluster in all where cluster.sites.count > 1 {
      for (_, shapes) in inner(of: cluster) where shapes.count > 1 {
        let known = shapes.map { self.cluster(of: $0) }
        let distinct = known.compactMap { $0 }
        guard let first = distinct.first else { continue }
        // If some objects have no identity, none keeps one.
        if distinct.count < known.count {
          for shape in shapes { clusters[ObjectIdentifier(shape)] = nil }
          prune(shapes)
          isChanged = true
          continue
        }
        for other in distinct.dropFirst() where other !== self.cluster(of: shapes[0]) {
          guard first !== other else { continue }
          if unite(first, other) {
            isChanged = true
          } else {
            for shape in shapes { clusters[ObjectIdentifier(shape)] = nil }
            prune(shapes)
            isChanged = true
            break
          }
        }
      }
      if isChanged { return true }
    }
    return false
  }

  private func prune(_ shapes: [ObjectShape]) {
    for cluster in all { cluster.remove(shapes) }
    all.removeAll { $0.sites.isEmpty }
  }

  /// The objects inside the records of a cluster, by their path.
  private func inner(of cluster: Cluster) -> [(key: String, shapes: [ObjectShape])] {
    var found: [(key: String, shapes: [ObjectShape])] = []
    func note(_ key: String, _ shape: ObjectShape) {
      if let index = found.firstIndex(where: { $0.key == key }) {
        if !found[index].shapes.contains(where: { $0 === shape }) { found[index].shapes.append(shape) }
      } else {
        found.append((key, [shape]))
      }
    }
    func visit(_ shape: ObjectShape, _ prefix: String) {
      for (key, slot) in zip(shape.keys, shape.slots) {
        for inner in [slot.object, slot.array?.items.object] {
          guard let inner, inner.kinds.isEmpty else { continue }
          if let map = inner.folded?.object, map.kinds.isEmpty {
            note("\(prefix)\(key)\u{0}*", map)
          } else if inner.folded == nil {
            note("\(prefix)\(key)", inner)
            if inner === slot.object, self.cluster(of: inner) == nil { visit(inner, "\(prefix)\(key)\u{0}") }
          }
        }
      }
    }
    for shape in cluster.shapes { visit(shape, "") }
    return found
  }
}
