import RowsmithModel

/// The key that identifies the records of one entity.
struct KeyChoice: Equatable {
  /// The path of the key member.
  var path: [String]
  /// The member that distinguishes records with the same value there.
  var qualifier: String?
  var rank: Int
  /// Whether other records in other lists have the same value, so the key is unique only within its parent.
  var isScoped = false
  /// Whether a record occurred again with different values.
  var changes = false
  /// Whether a record occurred again with null in place of a value, which says nothing of the key.
  var clears = false

  /// The map's key of a record, unique within the record that has the map.
  static let ofMap = KeyChoice(path: ["$key"], rank: 9, isScoped: true)

  /// Whether a single member identifies a record, wherever it occurs.
  var isPlain: Bool { !isScoped && qualifier == nil }

  /// Whether a member is the key or a part of it.
  func isPart(_ path: [String]) -> Bool { path == self.path || qualifier.map { [$0] == path } ?? false }

  /// Whether the key is the map's key.
  var isOfMap: Bool { path == Self.ofMap.path }
}

/// Finds the key of objects, from the names of members and from the values in the samples.
struct KeySearch {
  /// Objects that are probably of one entity.
  let shapes: [ObjectShape]
  /// The names of the objects, by place.
  let names: [String]
  /// The kind of place where the objects are.
  let place: Place
  /// Whether the objects are an answer's envelope: its `data` holds the content, not the key.
  var isAnswer = false
  /// Whether the objects are in no record, but at the top of the samples, of which there may be several.
  var isTop = false

  enum Place: Equatable {
    case root, list, map, single
  }

  /// Members that hold the identity of the object around them and nothing else.
  private static let holders: Set<String> = ["metadata", "meta", "sys", "id", "_id", "identity", "_links"]

  /// Members that hold the rest of the record, among it the identity, in the items of lists.
  private static let bodies: Set<String> = ["data", "properties", "attributes", "fields", "node"]

  /// The best key; `nil` if there is none.
  func best() -> KeyChoice? {
    let best = bestNamed()
    return best.map { $0.rank < 7 } ?? false ? best : code ?? best
  }

  /// A natural key of records at the top: the member with the name of the records, or a first member that is a code, such as
  /// those of currencies or airports.
  private var code: KeyChoice? {
    guard place == .root, !isAnswer, shapes.count == 1 else { return nil }
    let shape = shapes[0]
    let found = zip(shape.keys, shape.slots).enumerated().first { index, member in
      guard let texts = member.1.strings, texts.count == shape.count, member.1.count == shape.count,
        texts.shortest > 0, texts.longest <= 64, !texts.hasFault, MemberPlace.isExpressible(member.0)
      else { return false }
      let isCalledSo = names.contains { Words.of(Singular.of($0)) == Words.of(member.0) }
      return isCalledSo && texts.count > 2 && texts.areDistinct
        || index == 0 && texts.areUniqueCodes && !isOfActor([member.0])
    }
    return found.map { KeyChoice(path: [$0.element.0], rank: 8) }
  }

  private func bestNamed() -> KeyChoice? {
    let all = candidates().sorted {
      (place($0.path, $0.rank), $0.order) < (place($1.path, $1.rank), $1.order)
    }
    var first: KeyChoice?
    for candidate in all {
      guard !isReplacement(candidate.path), let choice = choice(candidate.path, rank: candidate.rank) else {
        continue
      }
      // A key of which several records have the same value, such as the parent's key in a node, loses to one that is unique.
      let isBetter = choice.rank < 6 && choice.path.count == 1 && !choice.changes && !choice.isScoped
      if first == nil ? !choice.changes || choice.rank <= 2 : isBetter { return choice }
      first = first ?? choice
    }
    return first
  }

  private func candidates() -> [(path: [String], rank: Int, order: Int)] {
    guard let first = shapes.first, !isProperty else { return [] }
    var candidates: [(path: [String], rank: Int, order: Int)] = []
    // A model cannot express other keys: `$key` would be the map's key.
    for (order, key) in first.keys.enumerated() where MemberPlace.isExpressible(key) {
      let compound: Int? = KeyNames.mayBeCompound(key) && isNamed([key]) ? 3 : nil
      if let rank = KeyNames.rank(key) ?? compound, !leadsToMember(key) {
        candidates.append(([key], rank, order))
      }
      guard
        Self.holders.contains(key)
          || Self.bodies.contains(key) && !isAnswer && (place == .root || place == .list),
        let inner = first.slots[order].object, inner.kinds.isEmpty
      else {
        continue
      }
      for name in inner.keys where MemberPlace.isExpressible(name) {
        // `properties.user_id` is rather the key of something else.
        let last = Self.bodies.contains(key) && key != "data" ? 2 : 3
        guard let rank = KeyNames.rank(name), rank <= last, place != .single || key != "_links" else {
          continue
        }
        candidates.append(([key, name], rank + 2, order))
      }
    }
    return candidates
  }

  /// Whether the key is that of a record beside it: `band_id` beside `band`.
  private func leadsToMember(_ key: String) -> Bool {
    let words = Words.of(key)
    guard words.count > 1, words.last == "id" else { return false }
    return shapes.contains { shape in
      zip(shape.keys, shape.slots).contains { $1.objects > 0 && Words.of($0) == Array(words.dropLast()) }
    }
  }

  /// Whether a member is the key of what a record belongs to or follows, as `parent_id` is: another may have the same one.
  private func leadsUp(_ path: [String]) -> Bool {
    DraftBuilder.upwards.contains(Words.of(path[path.count - 1]).dropLast().joined(separator: "_"))
  }

  /// Whether a member is the key of who or what did something, in records that say when, as the lines of a log do: another
  /// line may have the same one.
  private func isOfActor(_ path: [String]) -> Bool {
    guard let actor = Words.of(path[path.count - 1]).dropLast().last, Self.actors.contains(actor) else {
      return false
    }
    return shapes.contains { shape in shape.keys.contains { Self.moments.contains($0.lowercased()) } }
  }

  /// Those that do, or undergo, one thing after another.
  private static let actors: Set<String> = [
    "user", "account", "customer", "client", "member", "visitor", "session", "device", "sensor", "player",
    "employee", "actor", "author", "owner", "tenant", "host",
  ]

  /// Members that say when the thing of a record happened. Records of what lasts say when they were created.
  static let moments: Set<String> = ["timestamp", "@timestamp", "ts", "time", "datetime"]

  /// Whether a member is a number beside an identifier: if some records lack the identifier, as files of one's own among a
  /// service's tracks do, their `track_number` identifies them even less.
  private func isReplacement(_ path: [String]) -> Bool {
    guard path.count == 1, case let words = Words.of(path[0]), words.count > 1,
      ["number", "no", "nr"].contains(words[words.count - 1])
    else { return false }
    return shapes.contains { shape in
      zip(shape.keys, shape.slots).contains { key, slot in
        slot.scalars > 0 && KeyNames.rank(key).map { $0 <= 2 } ?? false
      }
    }
  }

  /// The order in which names are tried: `issue_id` and `issue_key` are surely keys of issues; `latest_comment_id` is probably
  /// the key of something else.
  private func place(_ path: [String], _ rank: Int) -> Int {
    guard path.count == 1, rank == 3 || rank == 8 else { return rank }
    return isNamed(path) ? 3 : rank == 3 ? 5 : rank
  }

  private func choice(_ path: [String], rank: Int) -> KeyChoice? {
    var types: Set<String> = []
    var sketch = IdentitySketch()
    var isFirst = true
    var keys: [String] = []
    for shape in shapes {
      guard let (holder, slot) = Self.find(path, in: shape), slot.present == shape.count, slot.nulls == 0,
        slot.objects == 0, slot.arrays == 0, slot.bools == 0
      else { return nil }
      if let strings = slot.strings {
        if strings.shortest == 0 || strings.hasFault || strings.longest > 512 { return nil }
        // Of rank 6, only addresses and UUIDs identify records.
        let isAddress = strings.kinds.contains(.url) || strings.first.contains("/")
        if rank == 6, !isAddress, !strings.kinds.contains(.uuid) { return nil }
        types.insert("text")
      }
      if let numbers = slot.numbers {
        if numbers.fractions > 0 || numbers.hugeIntegers > 0 || rank == 6 { return nil }
        types.insert("number")
      }
      guard let own = holder.identities.first(where: { holder.keys[$0.slot] == path[path.count - 1] }) else {
        return nil
      }
      if isFirst {
        (keys, sketch, isFirst) = (holder.keys, own.sketch, false)
      } else {
        sketch.merge(own.sketch, places: holder.keys.map { keys.firstIndex(of: $0) })
      }
    }
    guard types.count == 1 else { return nil }
    return judge(path, rank: rank, sketch, keys)
  }

  private static func find(_ path: [String], in shape: ObjectShape) -> (ObjectShape, ValueShape)? {
    guard let slot = shape.slot(path[0]) else { return nil }
    if path.count == 1 { return (shape, slot) }
    guard let inner = slot.object, inner.count == shape.count, let last = inner.slot(path[1]) else {
      return nil
    }
    return (inner, last)
  }

  /// The choice of a member, from what records with the same value have in common; `nil` if it is not the key.
  private func judge(_ path: [String], rank: Int, _ sketch: IdentitySketch, _ keys: [String]) -> KeyChoice? {
    var choice = KeyChoice(path: path, rank: rank)
    // An identifier in a holder is as good as one outside.
    let rank = path.count > 1 ? rank - 2 : rank
    let entries = sketch.entries.values
    let repeated = entries.filter { $0.count > 1 }
    let isUnique = repeated.isEmpty && !sketch.others.isRepeated
    // Members beside the holder are not compared.
    if path.count > 1, !isUnique, Self.bodies.union(["meta", "_links"]).contains(path[0]) {
      return nil
    }
    let conflicts = repeated.reduce(0) { $0 + $1.conflicts }
    let same = repeated.reduce(0) { $0 + $1.same }
    let different = repeated.reduce(0) { $0 + $1.different }
    let isRepeatedInList = sketch.others.isRepeatedInList || repeated.contains { $0.repeats > 0 }
    let isCalledSo = isNamed(path)
    // A list of records has each of them once. A member that is surely an identifier is worth that loss, others are not.
    if isRepeatedInList, rank > 2, place != .root { return nil }
    if conflicts > 0 {
      if rank < 3, path.count == 1, let qualifier = qualifier(repeated, keys) {
        choice.qualifier = qualifier
        return choice
      }
      // A list that repeats a value for different records shows that it is not the key; among many values, a few are mistakes.
      let clashes = repeated.reduce(0) { $0 + $1.clashes }
      if clashes > 0, rank > 1 || 20 * clashes > entries.count { return nil }
      if rank < 3, place == .list, !isRepeatedInList, isOfLists(repeated) {
        choice.isScoped = true
        return choice
      }
      // If few members differ, a record has changed; if most differ, these are different records. A kind proves neither.
      let comparisons = repeated.reduce(0) { $0 + $1.count - 1 }
      if different * 2 <= same - comparisons * kinds, rank < 3 || isCalledSo, !isOfPlace(sketch) {
        choice.changes = true
        return choice
      }
      guard rank < 3, !isRepeatedInList, place == .list else { return nil }
      choice.isScoped = true
      return choice
    }
    // Of very many records, those that contradict each other may not be among the ones that are compared.
    if rank < 3, path.count == 1, let discriminator = discriminator(sketch.others, keys) {
      choice.qualifier = discriminator
      return choice
    }
    if sketch.others.isContradicted {
      if isOfPlace(sketch) { return nil }
      guard rank < 2 || (rank < 3 || isCalledSo) && !sketch.others.isClashing else { return nil }
      choice.changes = true
      return choice
    }
    let recurs = sketch.others.isRecurring || isRecurring(repeated)
    choice.clears = sketch.others.isCleared || repeated.contains(where: \.isCleared)
    return isKey(path, rank: rank, isUnique: isUnique, values: entries.count, recurs: recurs) ? choice : nil
  }

  /// Whether a member is the key if records with the same value do not contradict each other. The less its name says, the more
  /// its values must.
  ///
  /// - Parameters:
  ///   - values: how many different values there are, as far as they are compared.
  ///   - recurs: whether records occurred again unchanged.
  private func isKey(_ path: [String], rank: Int, isUnique: Bool, values: Int, recurs: Bool) -> Bool {
    switch rank {
    case 0, 1, 2: return true
    case 3, 8:
      return isNamed(path)
        || isUnique && place == .root && values > 2 && !leadsUp(path) && !isOfActor(path)
    case 4, 5:
      if place == .root { return true }
      if isPair { return recurs && Words.of(path[path.count - 1]) != ["key"] }
      return place == .single ? recurs : values > 1
    case 6:
      if isNamed(path) || place == .root { return true }
      if !isFlat || isPair || place == .single && !isCalledSomething { return false }
      return members > 2 && (place == .list && isUnique && values > 1 || recurs)
    default:
      if place == .root, isUnique { return !holdsHistory }
      if path.last != "name" || !isFlat || isPair || isAddress { return false }
      return recurs || place == .list && isUnique && values > 2 && members > 2
    }
  }

  /// Whether a record in another one says something else there nearly each time, as a player with a rating does in a game.
  private func isOfPlace(_ sketch: IdentitySketch) -> Bool {
    guard place == .single, !isTop else { return false }
    var turnover = sketch.others.turnover
    for entry in sketch.entries.values { turnover.add(entry.turnover) }
    return turnover.isHigh
  }

  /// Whether a member differs in many of the lists, as the quantity in an order does: then the record belongs to its list.
  private func isOfLists(_ repeated: [IdentitySketch.Entry]) -> Bool {
    let conflicts = repeated.reduce(0) { $0 + $1.conflicts }
    let comparisons = repeated.reduce(0) { $0 + $1.count - 1 }
    let separators = repeated.reduce(UInt64.max) { $1.conflicts > 0 ? $0 & $1.separators : $0 }
    let share = conflicts > 2 ? 4 : 2
    return share * conflicts >= comparisons && separators != 0 && separators != .max
  }

  /// The number of members that only say of which kind a record is.
  private var kinds: Int {
    Set(shapes.flatMap(\.keys)).intersection(KeyNames.discriminators).count
  }

  /// The member that always differs between records with the same key.
  private func qualifier(_ repeated: [IdentitySketch.Entry], _ keys: [String]) -> String? {
    let separators = repeated.reduce(UInt64.max) { $1.conflicts > 0 ? $0 & $1.separators : $0 }
    return keys.enumerated().first { index, key in
      guard index < IdentitySketch.maximumMembers, separators & 1 << UInt64(index) != 0,
        KeyNames.qualifiers.contains(key)
      else { return false }
      return mayQualify(key)
    }?.element
  }

  /// The discriminator that always differs between records of several kinds with the same key, among very many.
  private func discriminator(_ others: IdentityRecall, _ keys: [String]) -> String? {
    keys.first { others.isSeparated(by: $0) && mayQualify($0) }
  }

  /// Whether a member can be a part of the key.
  private func mayQualify(_ key: String) -> Bool {
    shapes.allSatisfy { shape in
      guard let slot = shape.slot(key), slot.count == shape.count, slot.bools == 0 else { return false }
      return slot.strings.map { $0.count == slot.count && $0.shortest > 0 && !$0.hasFault }
        ?? (slot.numbers?.integers == slot.count)
    }
  }

  /// Whether records occurred again unchanged, with other members that could have differed.
  private func isRecurring(_ repeated: [IdentitySketch.Entry]) -> Bool {
    repeated.reduce(0) { $0 + $1.same - $1.count + 1 } > 0
  }

  /// Whether the objects contain no objects or lists, which are not compared.
  private var isFlat: Bool {
    shapes.allSatisfy { shape in shape.slots.allSatisfy { $0.objects == 0 && $0.arrays == 0 } }
  }

  /// Whether the objects are called addresses: a name in one is of a person, who may have several.
  private var isAddress: Bool {
    names.contains { ["address", "addresses"].contains(Words.of($0).last) }
  }

  /// Whether the objects have a name, as records that several others refer to do.
  private var isCalledSomething: Bool {
    shapes.allSatisfy { shape in
      ["name", "title", "login", "username", "label"].contains { shape.keys.contains($0) }
    }
  }

  private var members: Int { shapes.map(\.keys.count).max() ?? 0 }

  /// Whether the key contains the name of its objects: `band_id` in bands, or `bandid`.
  private func isNamed(_ path: [String]) -> Bool {
    let all = Words.of(path[path.count - 1])
    let words = all.dropLast()
    return names.contains { name in
      let own = Words.of(Singular.of(name))
      if words.isEmpty { return own.last.map { all == [$0 + "id"] } ?? false }
      return own.suffix(words.count) == words
    }
  }
}
