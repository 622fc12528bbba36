import RowsmithModel

/// What tells the records of one entity apart.
struct KeyChoice: Equatable {
  /// The path of the member.
  var path: [String]
  /// The member that tells records apart which have the same value there.
  var qualifier: String?
  var rank: Int
  /// Whether the same value came with other records in other lists, so that it counts within its parent alone.
  var isScoped = false
  /// Whether a record came again with other values.
  var changes = false

  /// The key under which a map holds the record: it counts within the record that has the map.
  static let ofMap = KeyChoice(path: ["$key"], rank: 9, isScoped: true)

  /// The key of a map that is there once.
  static let ofOnlyMap = KeyChoice(path: ["$key"], rank: 9)

  /// Whether one value of a record is its key, wherever the record is.
  var isPlain: Bool { !isScoped && qualifier == nil }

  /// Whether a member is the key, or a part of it.
  func isPart(_ path: [String]) -> Bool { path == self.path || qualifier.map { [$0] == path } ?? false }

  /// Whether the key is the one of a map.
  var isOfMap: Bool { path == Self.ofMap.path }
}

/// Finds the member that tells objects apart, by its name and by what the samples say.
struct KeySearch {
  /// Objects that are probably of one entity.
  let shapes: [ObjectShape]
  /// What the objects are called where they are.
  let names: [String]
  /// Where they are.
  let place: Place
  /// Whether `data` may hold the key: in an answer it holds what the answer is about.
  var isAnswer = false

  enum Place: Equatable {
    case root, list, map, single
  }

  /// Keys that hold nothing but the identity of the object around them.
  private static let holders: Set<String> = ["metadata", "meta", "sys", "_id", "identity", "_links"]

  /// The best key; nil where there is none.
  func best() -> KeyChoice? {
    let best = bestNamed()
    return best.map { $0.rank < 7 } ?? false ? best : code ?? best
  }

  /// A member of records at the top by which everybody knows them: the one that is called as they are, or the first, where it
  /// is a code, of currencies or airports.
  private var code: KeyChoice? {
    guard place == .root, !isAnswer, shapes.count == 1 else { return nil }
    let shape = shapes[0]
    let found = zip(shape.keys, shape.slots).enumerated().first { index, member in
      guard let texts = member.1.strings, texts.count == shape.count, member.1.count == shape.count,
        texts.shortest > 0, texts.longest <= 64, !texts.hasFault, MemberPlace.isExpressible(member.0)
      else { return false }
      let isCalledSo = names.contains { Words.of(Singular.of($0)) == Words.of(member.0) }
      return isCalledSo && texts.count > 2 && texts.sketch.isUnique || index == 0 && texts.areUniqueCodes
    }
    return found.map { KeyChoice(path: [$0.element.0], rank: 8) }
  }

  private func bestNamed() -> KeyChoice? {
    let all = candidates().sorted {
      (place($0.path, $0.rank), $0.order) < (place($1.path, $1.rank), $1.order)
    }
    var first: KeyChoice?
    for candidate in all {
      guard let choice = choice(candidate.path, rank: candidate.rank) else { continue }
      // What is called a key but has several records, as in a node the key of the one above it, is not if another one has not.
      let isBetter = choice.rank < 6 && choice.path.count == 1 && !choice.changes && !choice.isScoped
      if first == nil ? !choice.changes || choice.rank <= 2 : isBetter { return choice }
      first = first ?? choice
    }
    return first
  }

  private func candidates() -> [(path: [String], rank: Int, order: Int)] {
    guard let first = shapes.first else { return [] }
    var candidates: [(path: [String], rank: Int, order: Int)] = []
    // What no model can name is no key: `$key` would be that of a map.
    for (order, key) in first.keys.enumerated() where MemberPlace.isExpressible(key) {
      if let rank = KeyNames.rank(key), !leadsToMember(key) { candidates.append(([key], rank, order)) }
      guard Self.holders.contains(key) || key == "data" && !isAnswer && (place == .root || place == .list),
        let inner = first.slots[order].object, inner.kinds.isEmpty
      else {
        continue
      }
      for name in inner.keys where MemberPlace.isExpressible(name) {
        guard let rank = KeyNames.rank(name), rank < 4, place != .single || key != "_links" else { continue }
        candidates.append(([key, name], rank + 2, order))
      }
    }
    return candidates
  }

  /// Whether it is the key of what stands beside it: of `band` for `band_id`.
  private func leadsToMember(_ key: String) -> Bool {
    let words = Words.of(key)
    guard words.count > 1, words.last == "id" else { return false }
    return shapes.contains { shape in
      zip(shape.keys, shape.slots).contains { $1.objects > 0 && Words.of($0) == Array(words.dropLast()) }
    }
  }

  /// When a name is tried: `issue_id` and `issue_key` are surely the keys of issues, where `latest_comment_id` is probably
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
      guard let (holder, slot) = Self.find(path, in: shape), slot.count == shape.count, slot.nulls == 0,
        slot.objects == 0, slot.arrays == 0, slot.bools == 0
      else { return nil }
      if let strings = slot.strings {
        if strings.shortest == 0 || strings.hasFault || strings.longest > 512 { return nil }
        // An address looks like one; what is a UUID tells records apart whatever it is called.
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

  private func judge(_ path: [String], rank: Int, _ sketch: IdentitySketch, _ keys: [String]) -> KeyChoice? {
    var choice = KeyChoice(path: path, rank: rank)
    // In a holder an identifier is as good as outside.
    let rank = path.count > 1 ? rank - 2 : rank
    let entries = sketch.entries.values
    let repeated = entries.filter { $0.count > 1 }
    // What is beside the holder is not compared.
    if path.count > 1, !repeated.isEmpty, ["data", "meta", "_links"].contains(path[0]) { return nil }
    let isUnique = repeated.isEmpty
    let conflicts = repeated.reduce(0) { $0 + $1.conflicts }
    let same = repeated.reduce(0) { $0 + $1.same }
    let different = repeated.reduce(0) { $0 + $1.different }
    let isRepeatedInList = repeated.contains { $0.repeats > 0 }
    let isCalledSo = isNamed(path)
    // Twice in one list: objects and lists in them, which are not compared, may tell them apart.
    if isRepeatedInList, rank > 2, !isFlat { return nil }
    if conflicts > 0 {
      if rank < 3, path.count == 1, let qualifier = qualifier(repeated, keys) {
        choice.qualifier = qualifier
        return choice
      }
      // A list that has one value twice with other records says that it is no key; of many, a few are mistakes.
      let clashes = repeated.reduce(0) { $0 + $1.clashes }
      if clashes > 0, rank > 1 || 20 * clashes > entries.count { return nil }
      if rank < 3, place == .list, !isRepeatedInList, isOfLists(repeated) {
        choice.isScoped = true
        return choice
      }
      // Members that change now and then are of one record; most of them change where records differ.
      if different * 2 <= same, rank < 3 || isCalledSo {
        choice.changes = true
        return choice
      }
      guard rank < 3, !isRepeatedInList, place == .list else { return nil }
      choice.isScoped = true
      return choice
    }
    let isCollection = place == .root || place == .list
    switch rank {
    case 0, 1, 2: return choice
    case 3, 8: return isCalledSo || isUnique && place == .root && entries.count > 2 ? choice : nil
    case 4, 5:
      if place == .root { return choice }
      return place == .single ? isRecurring(repeated) ? choice : nil : entries.count > 1 ? choice : nil
    case 6:
      if isCalledSo || place == .root { return choice }
      if !isFlat || isPair || place == .single && !isCalledSomething { return nil }
      return isCollection && isUnique && entries.count > 1 && members > 2
        || isRecurring(repeated) && members > 2
        ? choice : nil
    default:
      if place == .root, isUnique { return choice }
      if path.last != "name" || !isFlat || isPair { return nil }
      return isRecurring(repeated) || place == .list && isUnique && entries.count > 2 && members > 2
        ? choice : nil
    }
  }

  /// Whether one member is another one in many of the lists, as the number of pieces in an order is: it is of the record in
  /// this list.
  private func isOfLists(_ repeated: [IdentitySketch.Entry]) -> Bool {
    let conflicts = repeated.reduce(0) { $0 + $1.conflicts }
    let comparisons = repeated.reduce(0) { $0 + $1.count - 1 }
    let separators = repeated.reduce(UInt64.max) { $1.conflicts > 0 ? $0 & $1.separators : $0 }
    return conflicts > 2 && 4 * conflicts >= comparisons && separators != 0 && separators != .max
  }

  /// The member that is another one whenever records differ that have the same key.
  private func qualifier(_ repeated: [IdentitySketch.Entry], _ keys: [String]) -> String? {
    let separators = repeated.reduce(UInt64.max) { $1.conflicts > 0 ? $0 & $1.separators : $0 }
    return keys.enumerated().first { index, key in
      guard index < IdentitySketch.maximumMembers, separators & 1 << UInt64(index) != 0,
        KeyNames.qualifiers.contains(key)
      else { return false }
      return shapes.allSatisfy { shape in
        guard let slot = shape.slot(key), slot.count == shape.count, slot.bools == 0 else { return false }
        return slot.strings.map { $0.count == slot.count && $0.shortest > 0 && !$0.hasFault }
          ?? (slot.numbers?.integers == slot.count)
      }
    }?.element
  }

  /// Whether records came again as they were, with something else in them that could have been different.
  private func isRecurring(_ repeated: [IdentitySketch.Entry]) -> Bool {
    repeated.reduce(0) { $0 + $1.same - $1.count + 1 } > 0
  }

  /// Whether there are neither objects nor lists in them, which are not compared.
  private var isFlat: Bool {
    shapes.allSatisfy { shape in shape.slots.allSatisfy { $0.objects == 0 && $0.arrays == 0 } }
  }

  /// Whether they are names with values, which belong to what they are said of.
  private var isPair: Bool { shapes.contains { $0.keys.contains("value") } }

  /// Whether they have a name, as things have that several others refer to.
  private var isCalledSomething: Bool {
    shapes.allSatisfy { shape in
      ["name", "title", "login", "username", "label"].contains { shape.keys.contains($0) }
    }
  }

  private var members: Int { shapes.map(\.keys.count).max() ?? 0 }

  /// Whether the key has the name of its objects in it: `band_id` in bands.
  private func isNamed(_ path: [String]) -> Bool {
    let words = Words.of(path[path.count - 1]).dropLast()
    return names.contains { name in
      let own = Words.of(Singular.of(name))
      return !words.isEmpty && own.suffix(words.count) == words
    }
  }
}
