/// What the objects at one place are like: their keys in the order first seen, and what stands under each.
final class ObjectShape {
  /// With more keys than this, keys are data.
  private static let maximumKeys = 256
  /// With more keys than this, all over objects, too.
  private static let maximumObjectKeys = 48

  /// How many objects there are, those of the kinds not included.
  var count = 0
  /// How many of them have no member at all.
  var empties = 0
  private(set) var keys: [String] = []
  private(set) var slots: [ValueShape] = []
  private var hashes: [UInt64] = []
  private var stubs: [Stubs] = []
  private var places: [UInt64: Int] = [:]
  /// The members that may tell the objects apart, by their place.
  private(set) var identities: [(slot: Int, sketch: IdentitySketch)] = []
  /// What the values are like where the keys are data.
  private(set) var folded: ValueShape?
  /// The keys that are data.
  private(set) var foldedKeys = StringShape()
  /// How often a member had the value of the key over its object.
  private(set) var keyMembers: [String: Int] = [:]
  /// How many keys there were when they were taken for data.
  private(set) var foldedCount = 0
  /// The key that says what kind of object it is, where there is one.
  var discriminator: String?
  /// The objects of each kind, in the order first seen.
  private(set) var kinds: [(value: String, shape: ObjectShape)] = []
  /// Whether kinds are no longer kept apart, as there are too many.
  private var hasManyKinds = false
  private static let maximumKinds = 32

  /// How many objects there are.
  var total: Int { kinds.reduce(count) { $0 + $1.shape.total } }

  /// The place of a key, added when it is new; -1 where keys are data.
  ///
  /// - Parameter guess: where it probably is.
  func place(of key: UnsafeBufferPointer<UInt8>, guess: Int) -> Int {
    let hash = SampleHash.of(key)
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
    stubs.append(Stubs(mayBeKey: KeyNames.isCandidate(key), saysKind: KeyNames.discriminators.contains(key)))
    places[hash] = place
    if stubs[place].mayBeKey { identities.append((place, IdentitySketch())) }
    return place
  }

  /// What stands under a key.
  func slot(_ key: String) -> ValueShape? { keys.firstIndex(of: key).map { slots[$0] } }

  private var hasOnlyObjects: Bool {
    slots.allSatisfy { $0.objects > 0 && $0.objects + $0.nulls == $0.count }
  }

  /// Notes that an object has little more than what may be its key.
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

  /// How many objects have this member alone, or with one that says of which kind they are: if it is their key, they refer to
  /// a record.
  func stubs(_ key: String) -> (alone: Int, withKind: Int) {
    keys.firstIndex(of: key).map { (stubs[$0].alone, stubs[$0].withKind) } ?? (0, 0)
  }

  /// Notes which record an object was.
  ///
  /// - Parameter members: pairs of places and hashes of the texts, numbers and truth values in it.
  func noteIdentity(_ members: ArraySlice<(slot: Int32, hash: UInt64)>, container: Int) {
    for index in identities.indices {
      let slot = identities[index].slot
      guard let hash = members.first(where: { Int($0.slot) == slot })?.hash,
        identities[index].sketch.keeps(hash)
      else { continue }
      var hashes = [UInt32](repeating: 0, count: min(keys.count, IdentitySketch.maximumMembers))
      // That both are null says nothing.
      for member in members where member.slot < hashes.count && member.hash != SampleHash.null {
        hashes[Int(member.slot)] = UInt32(truncatingIfNeeded: member.hash) | 1
      }
      identities[index].sketch.add(hash, members: hashes, container: container)
    }
  }

  /// The objects of a kind; nil where they are not kept apart.
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

  /// Gives up the kinds, and takes their objects in.
  func mergeKinds() {
    let kinds = kinds
    self.kinds = []
    for kind in kinds { merge(kind.shape) }
  }

  /// The member whose value is always the key over its object, in a map.
  var ownKey: String? {
    keyMembers.filter { $0.value == foldedCount && (foldedCount > 1 || KeyNames.isCandidate($0.key)) }.keys
      .min { (KeyNames.rank($0) ?? 9, $0) < (KeyNames.rank($1) ?? 9, $1) }
  }

  /// Whether most kinds have members that the others do not have. What differs in a member that all have makes no entities of
  /// their own of them.
  var hasDistinctKinds: Bool {
    guard let first = kinds.first else { return false }
    let common = kinds.reduce(Set(first.shape.keys)) { $0.intersection($1.shape.keys) }
    let own = kinds.count { $0.shape.keys.contains { !common.contains($0) } }
    return 2 * own > kinds.count || own == kinds.count
  }

  /// Takes the keys for data: what stands under them is one place.
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

  /// Takes in what another place is like.
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
    var saysKind: Bool
    var alone = 0
    var withKind = 0

    mutating func add(_ other: Stubs) {
      alone += other.alone
      withKind += other.withKind
    }
  }
}
