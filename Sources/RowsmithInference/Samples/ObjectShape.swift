/// A summary of the objects at one place: their keys in the order first seen, and the values of each.
final class ObjectShape {
  /// If there are more keys than this, they are data.
  private static let maximumKeys = 256
  /// The same limit if all values are objects.
  private static let maximumObjectKeys = 48

  /// The number of objects, without those in `kinds`.
  var count = 0
  /// The number of objects without members.
  var empties = 0
  private(set) var keys: [String] = []
  private(set) var slots: [ValueShape] = []
  private var hashes: [UInt64] = []
  private var stubs: [Stubs] = []
  private var places: [UInt64: Int] = [:]
  /// The members that may identify the objects, by their place.
  private(set) var identities: [(slot: Int, sketch: IdentitySketch)] = []
  /// The values, if the keys are data.
  private(set) var folded: ValueShape?
  /// The keys that are data.
  private(set) var foldedKeys = StringShape()
  /// How often the value of each member was equal to the object's key.
  private(set) var keyMembers: [String: Int] = [:]
  /// The number of keys when they were first treated as data.
  private(set) var foldedCount = 0
  /// The key of the discriminator, if there is one.
  var discriminator: String?
  /// The objects of each kind, in the order first seen.
  private(set) var kinds: [(value: String, shape: ObjectShape)] = []
  /// Whether kinds are no longer kept apart because there are too many.
  private var hasManyKinds = false
  private static let maximumKinds = 32

  /// The number of objects, including those in `kinds`.
  var total: Int { kinds.reduce(count) { $0 + $1.shape.total } }

  /// The place of a key, which is added if it is new; -1 if keys are data.
  ///
  /// - Parameters:
  ///   - hash: that of the key.
  ///   - guess: the expected place.
  func place(of key: UnsafeBufferPointer<UInt8>, hash: UInt64, guess: Int) -> Int {
    if guess < hashes.count, hashes[guess] == hash { return guess }
    if folded != nil { return note(key) }
    if let place = places[hash] { return place }
    if keys.count >= Self.maximumKeys || keys.count >= Self.maximumObjectKeys && hasOnlyObjects {
      fold()
      return note(key)
    }
    return insert(String(decoding: key, as: UTF8.self), hash, ValueShape())
  }

  private func note(_ key: UnsafeBufferPointer<UInt8>) -> Int {
    _ = foldedKeys.add(key)
    return -1
  }

  private func insert(_ key: String, _ hash: UInt64, _ slot: ValueShape) -> Int {
    let place = keys.count
    keys.append(key)
    slots.append(slot)
    hashes.append(hash)
    let rank = KeyNames.rank(key)
    stubs.append(
      Stubs(
        mayBeKey: rank != nil || KeyNames.mayBeCompound(key), isIdentifier: rank.map { $0 <= 2 } ?? false,
        kindLane: RecordDigest.kindLane(of: key)))
    places[hash] = place
    if stubs[place].mayBeKey { identities.append((place, IdentitySketch())) }
    return place
  }

  /// The values of a key.
  func slot(_ key: String) -> ValueShape? { keys.firstIndex(of: key).map { slots[$0] } }

  /// What the values of a key identify; `nil` if they cannot.
  func identity(of key: String) -> IdentitySketch? { identities.first { keys[$0.slot] == key }?.sketch }

  /// The values at a path of keys.
  func value(at path: [String]) -> ValueShape? {
    guard let first = path.first, let slot = slot(first) else { return nil }
    return path.count == 1 ? slot : slot.object?.value(at: Array(path.dropFirst()))
  }

  private var hasOnlyObjects: Bool {
    slots.allSatisfy { $0.objects > 0 && $0.objects + $0.nulls == $0.count }
  }

  /// Counts an object that has little more than its possible key.
  @inline(__always)
  func noteStub(_ members: ArraySlice<(slot: Int32, hash: UInt64)>) {
    var own = -1
    for member in members where !stubs[Int(member.slot)].saysKind {
      if own >= 0 { return }
      own = Int(member.slot)
    }
    guard own >= 0, stubs[own].mayBeKey else { return }
    if members.count == 1 { stubs[own].alone += 1 } else { stubs[own].withKind += 1 }
  }

  /// The number of objects with only this member, and of those with only this member and a discriminator. If the member is
  /// their key, they are references to records.
  func stubs(_ key: String) -> (alone: Int, withKind: Int) {
    keys.firstIndex(of: key).map { (stubs[$0].alone, stubs[$0].withKind) } ?? (0, 0)
  }

  /// The hash of the first identifier of an object, such as its `id`; `nil` if there is none.
  func identifier(_ members: ArraySlice<(slot: Int32, hash: UInt64)>) -> UInt64? {
    members.first { stubs[Int($0.slot)].isIdentifier && $0.hash != SampleHash.null }?.hash
  }

  /// Adds an object to the sketches of its possible keys.
  ///
  /// - Parameter members: pairs of the place and the hash of each value.
  func noteIdentity(_ members: ArraySlice<(slot: Int32, hash: UInt64)>, container: Int) {
    // Of very many records, few are remembered, and the others need no digest.
    var made: RecordDigest?
    for index in identities.indices {
      let slot = identities[index].slot
      guard let hash = members.first(where: { Int($0.slot) == slot })?.hash,
        identities[index].sketch.remembers(hash)
      else { continue }
      let digest = made ?? self.digest(of: members)
      made = digest
      guard identities[index].sketch.keeps(hash) else {
        identities[index].sketch.recall(hash, digest: digest, container: container)
        continue
      }
      var hashes = [UInt32](repeating: 0, count: min(keys.count, IdentitySketch.maximumMembers))
      for member in members where member.slot < hashes.count {
        let isNull = member.hash == SampleHash.null
        hashes[Int(member.slot)] =
          isNull ? IdentitySketch.Entry.null : UInt32(truncatingIfNeeded: member.hash) | 1
      }
      identities[index].sketch.add(hash, members: hashes, digest: digest, container: container)
    }
  }

  private func digest(of members: ArraySlice<(slot: Int32, hash: UInt64)>) -> RecordDigest {
    var digest = RecordDigest()
    for member in members {
      let slot = Int(member.slot)
      digest.add(hashes[slot], member.hash, kindLane: stubs[slot].kindLane)
    }
    return digest
  }

  /// The objects of a kind; `nil` if kinds are not kept apart.
  func kind(_ value: String) -> ObjectShape? {
    if hasManyKinds { return nil }
    if let kind = kinds.first(where: { $0.value == value }) { return kind.shape }
    if kinds.count >= Self.maximumKinds {
      mergeKinds()
      hasManyKinds = true
      return nil
    }
    let shape = ObjectShape()
    kinds.append((value, shape))
    return shape
  }

  /// Merges the objects of all kinds.
  func mergeKinds() {
    let kinds = kinds
    self.kinds = []
    for kind in kinds { merge(kind.shape) }
  }

  /// The member whose value is always the object's key in the map.
  var ownKey: String? {
    keyMembers.filter { $0.value == foldedCount && (foldedCount > 1 || KeyNames.isCandidate($0.key)) }.keys
      .min { (KeyNames.rank($0) ?? 9, $0) < (KeyNames.rank($1) ?? 9, $1) }
  }

  /// Whether the keys are identifiers that Firebase makes for what a user pushes: a `uid` below them is that of the user.
  var isPushed: Bool {
    ownKey == nil && foldedKeys.shortest == 20 && foldedKeys.longest == 20 && foldedKeys.first.hasPrefix("-")
  }

  /// Whether most kinds have members that the others lack. Kinds that differ only in the values of common members are not
  /// separate entities.
  var hasDistinctKinds: Bool {
    guard let first = kinds.first else { return false }
    let common = kinds.reduce(Set(first.shape.keys)) { $0.intersection($1.shape.keys) }
    let own = kinds.count { $0.shape.keys.contains { !common.contains($0) } }
    return 2 * own > kinds.count || own == kinds.count
  }

  /// Treats the keys as data: their values become one place.
  func fold() {
    let values = folded ?? ValueShape()
    for (key, slot) in zip(keys, slots) {
      noteKey(key, over: slot)
      foldedCount += 1
      values.merge(slot)
    }
    folded = values
    (keys, slots, hashes, stubs, places, identities) = ([], [], [], [], [:], [])
  }

  private func noteKey(_ key: String, over slot: ValueShape) {
    var text = key
    for _ in 0..<max(1, slot.count) { text.withUTF8 { _ = foldedKeys.add($0) } }
    guard let object = slot.object else { return }
    for shape in [object] + object.kinds.map(\.shape) {
      for (name, member) in zip(shape.keys, shape.slots) where member.says(key) {
        keyMembers[name, default: 0] += 1
      }
    }
  }

  /// Merges the summary of another place.
  func merge(_ other: ObjectShape) {
    count += other.count
    empties += other.empties
    discriminator = discriminator ?? other.discriminator
    if other.folded != nil, folded == nil { fold() }
    if let folded {
      if other.folded == nil { other.fold() }
      if let others = other.folded { folded.merge(others) }
      foldedKeys.merge(other.foldedKeys)
      keyMembers.merge(other.keyMembers, uniquingKeysWith: +)
      foldedCount += other.foldedCount
    }
    var moved: [Int?] = []
    for (index, key) in other.keys.enumerated() {
      if let place = places[other.hashes[index]] {
        slots[place].merge(other.slots[index])
        moved.append(place)
      } else {
        moved.append(insert(key, other.hashes[index], other.slots[index]))
      }
      if let place = moved[index], folded == nil { stubs[place].add(other.stubs[index]) }
    }
    for (slot, sketch) in other.identities {
      guard let place = moved[slot], let index = identities.firstIndex(where: { $0.slot == place }) else {
        continue
      }
      identities[index].sketch.merge(sketch, places: moved)
    }
    for kind in other.kinds {
      if let own = self.kind(kind.value) { own.merge(kind.shape) } else { merge(kind.shape) }
    }
    if folded == nil, keys.count > Self.maximumKeys { fold() }
  }
}

extension ObjectShape {
  /// The objects that have little more than one member.
  private struct Stubs {
    var mayBeKey: Bool
    var isIdentifier: Bool
    var kindLane: Int?
    var alone = 0
    var withKind = 0

    var saysKind: Bool { kindLane != nil }

    mutating func add(_ other: Stubs) {
      alone += other.alone
      withKind += other.withKind
    }
  }
}
