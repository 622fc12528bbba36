import RowsmithModel

extension DraftBuilder {
  /// Adds a relationship for a place that has records or keys of records.
  func addsRelationship(_ place: MemberPlace, to builder: EntityBuilder) -> Bool {
    if place.objects > 0, place.arrays == 0 {
      if let object = place.shapes.first, !object.kinds.isEmpty {
        return addsChoice(place, object, to: builder)
      }
      let maps = place.mapItems
      if !maps.values.isEmpty { return addsMap(place, maps, to: builder) }
      guard let target = self.target(place.shapes), takesKeys(place.scalars, of: target),
        target.key?.isScoped == false
      else { return false }
      add(place, target, shape: .single, to: builder)
      return true
    }
    let items = place.listItems
    if let kinds = items.shapes.first, !kinds.kinds.isEmpty {
      return addsMixed(place, items, kinds, to: builder)
    }
    if place.objects == 0, place.scalars.scalars == 0, items.objects > 0 {
      if addsRows(place, to: builder) { return true }
      guard items.nulls == 0, items.arrays == 0, let target = self.target(items.shapes),
        takesKeys(items.scalars, of: target), adopts(target, builder)
      else { return false }
      add(place, target, shape: .list, to: builder)
      return true
    }
    return addsKeys(place, to: builder)
  }

  enum Shape {
    case single, list, map
  }

  /// Adds a list of records of several kinds.
  private func addsMixed(
    _ place: MemberPlace, _ items: MemberPlace, _ kinds: ObjectShape, to builder: EntityBuilder
  )
    -> Bool
  {
    guard place.objects == 0, place.scalars.scalars == 0, items.values.count == 1,
      items.objects == items.present,
      let type = family(of: kinds, name: place.path.last ?? "")
    else { return false }
    var member = MemberDraft(
      name: builder.names.take(NameChoice.members(for: place.path, of: builder.entity.name)),
      type: "[\(type)]")
    member.importName = place.path.map { ImportName.escaped($0) }.joined(separator: ".")
    member.settings.append(YAMLEntryDraft("ordered", .plain("true")))
    builder.entity.relationships.append(member)
    return true
  }

  /// The single entity of all objects; `nil` if they are of several.
  private func target(_ shapes: [ObjectShape]) -> Cluster? {
    guard let first = shapes.first.flatMap({ clustering.cluster(of: $0) }) else { return nil }
    return shapes.allSatisfy { clustering.cluster(of: $0) === first } ? first : nil
  }

  private func addsMap(_ place: MemberPlace, _ maps: MemberPlace, to builder: EntityBuilder) -> Bool {
    guard maps.objects + maps.nulls == maps.present, maps.nulls == 0, maps.objects > 0,
      place.objects + place.nulls == place.present, place.shapes.allSatisfy({ $0.folded != nil }),
      let target = self.target(maps.shapes), adopts(target, builder)
    else { return false }
    add(place, target, shape: .map, to: builder)
    return true
  }

  /// Whether records scoped to their parent can be children of this entity, at this place.
  private func adopts(_ target: Cluster, _ builder: EntityBuilder) -> Bool {
    guard target.key?.isScoped == true else { return true }
    // A single record without a key scopes nothing.
    if builder.cluster.key == nil, builder.total == 1,
      builder.cluster.sites.contains(where: { $0.depth == 0 }),
      target.mapKeys != nil
    {
      target.key?.isScoped = false
      return true
    }
    guard builder.cluster.key?.isScoped == false, target.parent == nil, target.sites.count == 1,
      !isNamed(target), builder.cluster.key != nil
    else { return false }
    target.parent = builder.cluster
    return true
  }

  /// Whether texts and numbers among the objects can be keys of the same records.
  private func takesKeys(_ scalars: ValueShape, of target: Cluster) -> Bool {
    guard scalars.scalars > 0 else { return true }
    guard scalars.bools == 0, let isText = target.hasTextKey else { return false }
    guard Self.fits(scalars, target) else { return false }
    return isText
      ? scalars.numbers == nil
      : scalars.strings == nil && scalars.numbers.map { $0.integers == $0.count } ?? false
  }

  /// Adds a relationship to an entity.
  func add(_ place: MemberPlace, _ target: Cluster, shape: Shape, to builder: EntityBuilder) {
    let type = name(of: target)
    let path = place.path.map { ImportName.escaped($0) }.joined(separator: ".")
    let names = NameChoice.members(for: place.path, of: builder.entity.name)
    if let index = builder.entity.relationships.firstIndex(where: { relationship in
      relationship.name == names[0] && relationship.importName == nil
        && relationship.type == (shape == .single ? type : shape == .list ? "[\(type)]" : "{\(type)}")
    }) {
      // The keys are beside the records: one relationship reads both.
      builder.entity.relationships[index].importName = path
      return
    }
    let name = builder.names.take(names)
    var member = MemberDraft(name: name, type: type)
    member.importName = path
    if shape != .map, readsOthers(name, beside: place, isList: shape == .list, than: target, in: builder) {
      // It reads keys from its own path alone.
      member.settings.append(YAMLEntryDraft("ForeignKey", .text(path)))
    }
    switch shape {
    case .single:
      member.isOptional = place.isOptional
      if place.isOptional { member.comment = place.absence }
    case .list:
      member.type = "[\(type)]"
      // A scoped child occurs in one list; for other records, the order belongs to the list.
      member.settings.append(YAMLEntryDraft("ordered", .plain("true")))
      member.comment = note(listsAt: place, of: builder.cluster, target)
    case .map:
      member.type = "{\(type)}"
      member.comment = note(listsAt: place, of: builder.cluster, target, areMaps: true)
    }
    let isShared = member.comment != nil && shape != .single
    if place.nulls > 0 { nullable.insert("\(builder.entity.name).\(name)") }
    if isShared { sharedLists.insert("\(builder.entity.name).\(name)") }
    if shape == .list { noteRepeats(in: place, of: &member, builder.entity.name, target) }
    builder.entity.relationships.append(member)
  }

  /// Whether a relationship of this name would also read a member, as `author` reads `author_id`, that has
  /// anything but keys of its records.
  ///
  /// - Parameter records: the place of its records.
  private func readsOthers(
    _ name: String, beside records: MemberPlace, isList: Bool, than target: Cluster, in builder: EntityBuilder
  ) -> Bool {
    guard target.hasTextKey != nil else { return false }
    return DefaultSpelling(casing: model.casing).keys(of: name, isToMany: isList).contains { key in
      let place = self.place(key, in: builder)
      let values = isList ? place.listItems : place
      let isOfKeys = values.objects + values.arrays == 0 && takesKeys(values.scalars, of: target)
      return !isOfKeys || isList && (values.nulls > 0 || place.objects + place.scalars.scalars > 0)
        || areOthers(place, than: records, isList: isList, of: target)
    }
  }

  /// The members of records under a key.
  private func place(_ key: String, in builder: EntityBuilder) -> MemberPlace {
    let values = builder.cluster.shapes.compactMap { $0.slot(key) }
    return MemberPlace(path: [key], values: values, total: builder.total)
  }

  /// Whether keys are not those of the records beside them. Where one of both may be absent, the other is in its place.
  private func areOthers(
    _ keys: MemberPlace, than records: MemberPlace, isList: Bool, of target: Cluster
  ) -> Bool {
    guard !keys.isOptional, !records.isOptional, let key = target.key, key.isPlain else { return false }
    let own = ValueShape()
    for object in (isList ? records.listItems : records).shapes {
      if let value = object.value(at: key.path) { own.mergeScalars(value) }
    }
    let others = (isList ? keys.listItems : keys).scalars
    guard let one = others.strings?.sketch ?? others.numbers?.sketch,
      let two = own.strings?.sketch ?? own.numbers?.sketch
    else { return false }
    return !one.isEqual(to: two)
  }

  /// Says that some records are twice in one list, which then has only the first of their places.
  private func noteRepeats(
    in place: MemberPlace, of member: inout MemberDraft, _ entity: String, _ target: Cluster
  ) {
    guard let key = target.key, key.isPlain, key.path.count == 1 else { return }
    guard let share = ListReading(place, key: key.path[0]).repeated else {
      return noteRepeatedKeys(in: place, of: &member, entity)
    }
    let remark = "\(share) twice in a list, which keeps the first place"
    member.comment = [member.comment, remark].compactMap { $0 }.joined(separator: "; ")
    cautions.append(
      "'\(entity).\(member.name)': \(share) records are twice in a list, which keeps only the first place")
  }

  /// Says the same of lists in which keys are in the place of records.
  private func noteRepeatedKeys(in place: MemberPlace, of member: inout MemberDraft, _ entity: String) {
    guard place.repeating > 0, place.listItems.scalars.scalars > 0 else { return }
    let share = Amount.share(place.repeating, of: place.arrays)
    let remark = "\(share) has a record twice, which keeps the first place"
    member.comment = [member.comment, remark].compactMap { $0 }.joined(separator: "; ")
    cautions.append(
      "'\(entity).\(member.name)': \(share) lists have a record twice, which keeps only the first place")
  }

  // MARK: Keys

  /// Adds a relationship for keys of known records.
  private func addsKeys(_ place: MemberPlace, to builder: EntityBuilder) -> Bool {
    guard place.objects == 0 else { return false }
    let isList = place.arrays > 0
    let values = isList ? place.listItems : place
    guard values.nulls == 0 || !isList, values.arrays == 0, values.objects == 0 else { return false }
    // A list of records has each of them once: one that repeats keys, as the nodes of a closed way do, is a list of values.
    if isList, place.scalars.scalars > 0 || place.repeating > 0 { return false }
    guard let found = keyTarget(place, values.scalars, isList: isList, of: builder.cluster) else {
      return false
    }
    let target = found.target
    var name = found.name
    // The object around the key is not a record.
    if place.path.count > 1, model.casing.keys(for: name).contains(place.path[0]) {
      let longer = NameChoice.members(for: place.path, of: builder.entity.name)
      name = longer.last ?? name
    } else if place.path.count == 1,
      holdsOthers(name, beside: place.path[0], than: target, in: builder.cluster)
        || model.casing.keys(for: name).contains(where: { key in
          key != place.path[0]
            && areOthers(place, than: self.place(key, in: builder), isList: isList, of: target)
        })
    {
      name += isList ? "Keys" : "Key"
    }
    let path = place.path.map { ImportName.escaped($0) }.joined(separator: ".")
    let type = isList ? "[\(self.name(of: target))]" : self.name(of: target)
    if builder.names.isTaken(name) {
      // One relationship has both the records and the keys.
      let known = builder.entity.relationships.firstIndex { relationship in
        relationship.name == name && relationship.type == type
          && !relationship.settings.contains { $0.key == "ForeignKey" }
      }
      let paths = DefaultSpelling(casing: model.casing).keyPaths(of: name, isToMany: isList)
      guard let known, paths.contains(path) else { return false }
      // Keys are produced where they were.
      if paths.first != path {
        builder.entity.relationships[known].settings.append(YAMLEntryDraft("ForeignKey", .text(path)))
      }
      return true
    }
    var member = MemberDraft(name: builder.names.take([name]), type: type)
    if !isList { member.isOptional = place.isOptional }
    if place.nulls > 0 { nullable.insert("\(builder.entity.name).\(member.name)") }
    member.settings.append(YAMLEntryDraft("ForeignKey", .text(path)))
    if isList { member.settings.append(YAMLEntryDraft("ordered", .plain("true"))) }
    if member.isOptional { member.comment = place.absence }
    builder.entity.relationships.append(member)
    return true
  }

  /// The entity whose keys are at a place, and the name of the relationship.
  private func keyTarget(_ place: MemberPlace, _ values: ValueShape, isList: Bool, of own: Cluster) -> (
    name: String, target: Cluster
  )? {
    guard let key = place.path.last, values.scalars > 0, values.bools == 0 else { return nil }
    let sketch: ValueSketch
    switch (values.strings, values.numbers) {
    case (let strings?, nil): sketch = strings.sketch
    case (nil, let numbers?) where numbers.integers == numbers.count: sketch = numbers.sketch
    default: return nil
    }
    let words = Words.of(key)
    let isNamedKey = words.count > 1 && (isList ? ["ids", "id"] : ["id"]).contains(words.last)
    let stem = isNamedKey ? Array(words.dropLast()) : words
    let singular = Words.of(Singular.of(stem.joined(separator: "_")))
    // Small numbers match the keys of any entity, so the name must match too. Other keys are evidence by themselves.
    let isNumber = values.strings.map { $0.isOfTable && $0.kinds.contains(.decimal) } ?? true
    let isTelling = !isNumber || (values.numbers?.least ?? 0) > 10_000
    var best: (cluster: Cluster, score: Int)?
    for cluster in clustering.all {
      let isCalledSo = cluster.sites.contains { site in
        site.words == singular || singular.suffix(site.words.count) == site.words[...]
      }
      guard isCalledSo || isTelling || cluster === own else { continue }
      guard cluster.key?.isScoped == false, let isText = cluster.hasTextKey,
        isText == (values.strings != nil), Self.fits(values, cluster), let keys = cluster.keySketch
      else { continue }
      let overlap = sketch.overlap(with: keys)
      let isContained = overlap.shared >= 2 && overlap.own == 0
      if cluster === own, !isNamedKey, !Self.upwards.contains(stem.joined(separator: "_")) { continue }
      let leadsUp = cluster === own && Self.upwards.contains(stem.joined(separator: "_"))
      // The `page_id` beside the `id` of a page is another number of it, unless each is the key of a page.
      if cluster === own, isNamedKey, !isList, !leadsUp, overlap.own > 0,
        cluster.sites.contains(where: { $0.words == singular })
      {
        continue
      }
      guard
        isCalledSo && (isNamedKey || overlap.shared > 0) || isContained && isTelling && !isWeak(cluster)
          || isContained && isNamedKey && isTelling || leadsUp && overlap.shared > 0
      else { continue }
      let score = (isCalledSo ? 1000 : 0) + min(overlap.shared, 900)
      if best.map({ score > $0.score }) ?? true { best = (cluster, score) }
    }
    guard let best else { return nil }
    let base = isNamedKey ? stem.joined(separator: "_") : key
    let name = SwiftNames.property(forKey: isList && isNamedKey ? Plural.of(base) : base)
    return SwiftNames.isIdentifier(name) && !ReservedNames.isReservedMember(name) ? (name, best.cluster) : nil
  }

  /// Whether the member that this relationship would read besides the keys contains anything but its records.
  private func holdsOthers(_ name: String, beside key: String, than target: Cluster, in cluster: Cluster)
    -> Bool
  {
    let keys = Set(model.casing.keys(for: name)).subtracting([key])
    return cluster.shapes.contains { shape in
      zip(shape.keys, shape.slots).contains { key, slot in
        guard keys.contains(key) else { return false }
        let items = slot.array?.items
        if slot.scalars + (items?.scalars ?? 0) + (items?.arrays ?? 0) > 0 { return true }
        let held = [slot.object, slot.object?.folded?.object, items?.object].compactMap { $0 }
        return held.contains { clustering.cluster(of: $0) !== target && $0.folded == nil }
      }
    }
  }

  /// Whether texts can be keys of an entity: if its keys are UUIDs, only UUIDs can.
  private static func fits(_ values: ValueShape, _ target: Cluster) -> Bool {
    guard let texts = values.strings else { return true }
    return target.keyTexts.allSatisfy { keys in
      let kinds = keys.kinds.intersection([.uuid, .uuidInCapitals, .url])
      return texts.kinds.isSuperset(of: kinds) && (keys.dates.isEmpty || !texts.dates.isEmpty)
    }
  }

  /// Names of members that lead to another record of the same entity.
  static let upwards: Set<String> = [
    "parent", "in_reply_to", "reply_to", "ancestor", "predecessor", "root", "next", "previous", "kid", "kids",
    "child",
    "children", "replies",
  ]

  /// Whether the key is one that other things also have, such as a name.
  private func isWeak(_ cluster: Cluster) -> Bool { (cluster.key?.rank ?? 9) > 3 }
}
