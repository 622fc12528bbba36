#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation
import RowsmithSchema

/// Parses one root record of the document, with everything embedded in it, into a batch of records.
///
/// It knows what keys mean and nothing about the database. If the bytes in memory end inside the record, it throws
/// `JSONFault.needsMore`; the caller resets it and parses the record again with more bytes.
final class RecordParser {
  let mapping: Mapping
  /// The batch to fill, and its parts.
  let batch: RecordBatch
  let records: Slab<RecordBatch.Record>
  let cells: Slab<Cell>
  let links: Slab<RecordBatch.Link>
  let items: Slab<RecordBatch.Item>
  let context: ConversionContext
  /// Keys that the model does not mention, until they are reported.
  var unknowns: [(keys: SeenKeys, entry: Int32, record: Int32)] = []
  /// Objects of mixed collections that are of no listed entity, until they are reported: the collection and the path.
  var unlistedKinds: [(name: String, path: String)] = []
  /// Members that the model does not name, of records being parsed that keep them; those of inner records come last.
  var unnamed: [UnnamedMember] = []
  /// Bad records, in the order in which they ended; only if bad records are skipped.
  var bad: [BadRecord] = []
  /// Whether the report's list of bad records is full.
  var isListFull = false
  var onInvalid = InvalidRecordPolicy.fail
  /// Whether all that a wider model would allow in a bad record is looked for.
  var findsContradictions = false
  /// The places in the model whose contradictions were reported; each is reported once.
  var contradicted: Set<ContradictedPlace> = []
  /// Whether a key that the model does not mention makes its record bad.
  var refusesUnknownKeys = false { didSet { context.refusesUnknownParts = refusesUnknownKeys } }
  /// Whether sources are tables of text, with fields for what other records have.
  var readsTables = false
  /// Whether `[]` counts as null where the model has one object.
  var readsEmptyArrays = false { didSet { context.readsEmptyArrays = readsEmptyArrays } }
  /// The empty arrays that counted as null, until they are reported: the record, its member and the keys to the array.
  var emptyArrays: [(record: Int, member: String, keys: [String])] = []
  /// Records to leave out, by offset in the document, and why.
  var condemned: [Int64: ImportError] = [:] {
    didSet { hasCondemned = !condemned.isEmpty }
  }
  private(set) var hasCondemned = false
  /// The spelling of each relationship's keys.
  let keySpellings: FixedList<KeySpelling>
  /// The keys of each kind of object, created lazily.
  private let seenKeys: FixedList<Unmanaged<SeenKeys>?>
  unowned(unsafe) let stream: ByteStream
  /// The name of the source in errors; `nil` if there is only one.
  var sourceName: String?
  /// Whether the root record is the parent of a parent-scoped import, which is not in the document.
  var isScoped = false
  /// The path of the root record being parsed.
  var rootPath = JSONPath()

  init(mapping: Mapping, stream: ByteStream, into batch: RecordBatch) {
    self.batch = batch
    (records, cells, links, items) = (batch.records, batch.cells, batch.links, batch.items)
    context = ConversionContext(arena: batch.arena)
    self.mapping = mapping
    self.stream = stream
    seenKeys = FixedList(repeating: nil, count: mapping.keyMapCount)
    keySpellings = FixedList(repeating: [], count: mapping.relationships.count)
  }

  deinit {
    for keys in seenKeys { keys?.release() }
    seenKeys.deallocate()
    keySpellings.deallocate()
  }

  /// The keys of a kind of object, as the document has them.
  @inline(__always)
  func seenKeys(_ map: KeyMap) -> Unmanaged<SeenKeys> {
    if let known = seenKeys[map.index] { return known }
    let made = Unmanaged.passRetained(SeenKeys(map))
    seenKeys[map.index] = made
    return made
  }

  /// Resets it for the next document, but keeps the order of keys, which may be the same.
  func forgetDocument() {
    reset()
    isListFull = false
    (onInvalid, refusesUnknownKeys, condemned, readsEmptyArrays) = (.fail, false, [:], false)
    (readsTables, findsContradictions, contradicted) = (false, false, [])
    (sourceName, isScoped, rootPath) = (nil, false, JSONPath())
    for index in keySpellings.indices { keySpellings[index] = [] }
    for index in seenKeys.indices {
      // Keys that the model does not mention belong to one document only.
      guard let keys = seenKeys[index], keys._withUnsafeGuaranteedRef({ $0.hasOthers }) else { continue }
      keys.release()
      seenKeys[index] = nil
    }
  }

  /// Resets it for the next root record.
  func reset() {
    batch.reset()
    context.reset()
    if !unknowns.isEmpty { unknowns.removeAll(keepingCapacity: true) }
    if !unlistedKinds.isEmpty { unlistedKinds.removeAll(keepingCapacity: true) }
    if !emptyArrays.isEmpty { emptyArrays.removeAll(keepingCapacity: true) }
    if !bad.isEmpty { bad.removeAll(keepingCapacity: true) }
    if !unnamed.isEmpty { unnamed.removeAll(keepingCapacity: true) }
  }

  /// The place of a record being parsed.
  struct Place {
    var parent = -1
    var link = -1
    var item = -1
    /// How many items of the same list came in earlier sources.
    var earlierItems = 0
    var mapKey: StringToken?
    /// Whether the collection around it has determined its entity, and did so by the entity's own discriminator.
    var isChosen = false
    var hidesDiscriminator = false
  }

  /// Parses an object, or a scalar that is a whole record, and returns the index of its record.
  func parseRecord(
    _ scanner: inout JSONScanner, entity asked: EntityMapping, at place: Place, depth: Int
  ) throws -> Int {
    let byte = scanner.peek()
    if asked.isPlain, byte == UInt8(ascii: "{") {
      return try parseObject(&scanner, entity: asked, at: place, depth: depth)
    }
    let start = scanner.p
    var entity = asked
    var isEntityGiven = place.isChosen
    var entityFault: (message: String, path: [String], at: UnsafePointer<UInt8>)?
    var isTombstone = false
    if byte == UInt8(ascii: "{"), asked.isPolymorphic, !place.hidesDiscriminator {
      switch try findEntity(scanner, asked: asked, depth: depth) {
      case .absent: break
      case .found(let found): (entity, isEntityGiven) = (found, true)
      case .unknown(let message, let path, let at): entityFault = (message, path, at)
      }
    }
    if !entity.deletionSigns.isEmpty, byte == UInt8(ascii: "{") {
      isTombstone = try isDeleted(scanner, entity: entity, depth: depth)
      // A deleted record needs only its key.
      if isTombstone { entityFault = nil }
    }
    let record = append(entity: entity, at: place, start: start)
    records.base[record].isEntityGiven = isEntityGiven
    records.base[record].isTombstone = isTombstone
    let knownFaults = context.faults.count
    let knownUnknowns = unknowns.count
    if let entityFault {
      // Its key identifies its row, which then stays.
      try scanner.checkDepth(depth)
      try parseMembers(&scanner, map: entity.keyOnlyKeys, entity: entity, record: record, depth: depth)
      fillKeyFromMap(record, entity: entity, place: place)
      let error = ImportError(.invalidValue, entityFault.message)
      try leaveOut(record, error, at: entityFault.at, under: .keys(entityFault.path))
      return record
    }
    fillPlaceAttributes(record, entity: entity, place: place)
    let firstUnnamed = entity.keepsObject ? unnamed.count : 0
    if byte == UInt8(ascii: "{") {
      try scanner.checkDepth(depth)
      if isTombstone {
        try parseMembers(
          &scanner, map: entity.keyOnlyKeys, entity: entity, record: record, depth: depth)
        // It needs only its key: null in place of its version says nothing.
        if let stamp = entity.stamp, isNull(cells[Int(records[record].cells) + stamp.slot]) {
          cells[Int(records[record].cells) + stamp.slot] = .missing
        }
      } else if entity.hooks.isEmpty {
        try parseMembers(&scanner, map: entity.keys, entity: entity, record: record, depth: depth)
      } else {
        try parseThroughHooks(&scanner, entity: entity, record: record, depth: depth)
      }
    } else if entity.takesValues, byte != UInt8(ascii: "[") {
      let item = scanner
      for (index, priority) in entity.valueAttributes {
        scanner = item
        let attribute = entity.attributes[index]
        var cell = try attribute.converter.convert(&scanner, depth: depth, context)
        cell.priority = priority
        cells[Int(records[record].cells) + attribute.slot] = cell
      }
    } else {
      try scanner.skipValue(depth: depth)
      let found = excerpt(start, to: scanner.p)
      try leaveOut(
        record, .init(.unexpectedShape, "expected an object, found \(found)"), at: start)
      return record
    }
    if entity.keepsObject, byte == UInt8(ascii: "{"), !isTombstone {
      fillObjectAttributes(record, entity: entity, from: start, to: scanner.p, first: firstUnnamed)
    }
    try check(record, entity: entity, at: place, knownFaults: knownFaults, knownUnknowns: knownUnknowns)
    return record
  }

  /// Parses an object of a plain entity: nothing has to be looked up ahead.
  private func parseObject(
    _ scanner: inout JSONScanner, entity: EntityMapping, at place: Place, depth: Int
  ) throws -> Int {
    let record = append(entity: entity, at: place, start: scanner.p)
    records.base[record].isEntityGiven = place.isChosen
    let knownFaults = context.faults.count
    let knownUnknowns = unknowns.count
    try scanner.checkDepth(depth)
    try parseMembers(&scanner, map: entity.keys, entity: entity, record: record, depth: depth)
    try check(record, entity: entity, at: place, knownFaults: knownFaults, knownUnknowns: knownUnknowns)
    return record
  }

  /// Completes a parsed record, and leaves it out if it is bad.
  @inline(__always)
  private func check(
    _ record: Int, entity: EntityMapping, at place: Place, knownFaults: Int, knownUnknowns: Int
  ) throws {
    if place.mapKey != nil { fillKeyFromMap(record, entity: entity, place: place) }
    if !entity.keySlots.isEmpty { try checkKey(record, entity: entity, link: place.link) }
    if context.faults.count > knownFaults { try checkFaults(record, entity: entity) }
    if refusesUnknownKeys, unknowns.count > knownUnknowns {
      try refuseUnknownKey(record, from: knownUnknowns)
    }
    if hasCondemned, let error = condemned[offset(of: record)] { try leaveOut(record, error) }
  }

  func append(entity: EntityMapping, at place: Place, start: UnsafePointer<UInt8>) -> Int {
    let base = cells.append(repeating: .missing, count: entity.cellCount)
    return records.append(
      RecordBatch.Record(
        entity: Int32(truncatingIfNeeded: entity.index), cells: Int32(truncatingIfNeeded: base),
        parent: Int32(truncatingIfNeeded: place.parent), link: Int32(truncatingIfNeeded: place.link),
        item: Int32(truncatingIfNeeded: place.item), mapKey: place.mapKey?.start,
        mapKeyCount: Int32(truncatingIfNeeded: place.mapKey?.count ?? 0), start: start))
  }

  /// Parses the members of an object: the record itself, or an object that only groups attributes.
  func parseMembers(
    _ scanner: inout JSONScanner, map: KeyMap, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    try seenKeys(map)._withUnsafeGuaranteedRef {
      try parseMembers(&scanner, keys: $0, entity: entity, record: record, depth: depth)
    }
  }

  private func parseMembers(
    _ scanner: inout JSONScanner, keys: SeenKeys, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    scanner.p += 1
    if scanner.peek() == UInt8(ascii: "}") {
      scanner.p += 1
      return
    }
    let base = Int(records.base[record].cells)
    var previous: Int32 = -1
    repeat {
      let entry = try takeKey(&scanner, keys, after: previous)
      previous = Int32(truncatingIfNeeded: entry)
      if scanner.p.pointee == UInt8(ascii: ":") {
        scanner.p += 1
      } else {
        try scanner.take(UInt8(ascii: ":"), expected: "':'")
      }
      let found = keys.entries + entry
      guard let converter = found.pointee.converter else {
        try parseActions(&scanner, keys, entry: entry, entity: entity, record: record, depth: depth + 1)
        continue
      }
      let index = base + Int(found.pointee.slot)
      let priority = found.pointee.priority
      try converter._withUnsafeGuaranteedRef {
        try parseAttribute(&scanner, $0, into: index, priority: priority, depth: depth + 1)
      }
    } while try scanner.takeSeparator(closing: UInt8(ascii: "}"))
  }

  /// Reads a key and finds its entry; tries the one that followed last time first.
  @inline(__always)
  private func takeKey(_ scanner: inout JSONScanner, _ keys: SeenKeys, after previous: Int32) throws -> Int {
    guard scanner.peek() == UInt8(ascii: "\"") else {
      throw scanner.failure(expected: "a key in double quotes")
    }
    let guess = Int(previous >= 0 ? keys.entries[Int(previous)].follower : keys.firstFollower)
    if guess < keys.count {
      let entry = keys.entries + guess
      let start = scanner.p + 1
      let count = entry.pointee.count
      if start.distance(to: scanner.end) > count, start[count] == UInt8(ascii: "\""), entry.pointee.isPlain,
        memcmp(start, entry.pointee.name, count) == 0
      {
        scanner.p = start + count + 1
        return guess
      }
    }
    let entry = try lookUpKey(&scanner, keys)
    if previous >= 0 {
      keys.entries[Int(previous)].follower = Int32(truncatingIfNeeded: entry)
    } else {
      keys.firstFollower = Int32(truncatingIfNeeded: entry)
    }
    return entry
  }

  @inline(never)
  private func lookUpKey(_ scanner: inout JSONScanner, _ keys: SeenKeys) throws -> Int {
    let token = try scanner.readString(expected: "a key in double quotes")
    if !token.hasEscapes {
      return keys.find(UnsafeBufferPointer(start: token.start, count: token.count))
    }
    let output = context.arena.allocate(token.count)
    let (count, _) = unescape(token, into: output)
    return keys.find(UnsafeBufferPointer(start: output, count: count))
  }

  @inline(__always)
  private func parseAttribute(
    _ scanner: inout JSONScanner, _ converter: ValueConverter, into index: Int, priority: UInt8, depth: Int
  ) throws {
    if cells.base[index].kind != .missing {
      return try parseAlternative(&scanner, converter, into: index, priority: priority, depth: depth)
    }
    var cell = try converter.convert(&scanner, depth: depth, context)
    cell.priority = priority
    cells.base[index] = cell
  }

  /// Parses another value for an attribute that has one. Of alternatives, the first that is not null counts; of one key
  /// that occurs twice, the later.
  @inline(never)
  private func parseAlternative(
    _ scanner: inout JSONScanner, _ converter: ValueConverter, into index: Int, priority: UInt8, depth: Int
  ) throws {
    let known = cells.base[index]
    let isKnownNull = isNull(known)
    if known.priority < priority, !isKnownNull { return try scanner.skipValue(depth: depth) }
    var cell = try converter.convert(&scanner, depth: depth, context)
    cell.priority = priority
    if known.priority != priority, isNull(cell) { return }
    context.forgetUnlisted(converter, known)
    cells.base[index] = cell
  }

  /// Whether the JSON gives null, allowed or not.
  private func isNull(_ cell: Cell) -> Bool {
    cell.kind == .null || (cell.kind == .fault && context.isNullFault(Int(cell.bits)))
  }

  /// Parses a value that has several uses, or none.
  private func parseActions(
    _ scanner: inout JSONScanner, _ keys: SeenKeys, entry: Int, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    guard let actions = keys.actions(entry) else {
      if readsTables, scanner.peek() == UInt8(ascii: "n") {
        return try scanner.skipValue(depth: depth)
      }
      if keys.map.gathersUnnamed { return try gather(&scanner, depth: depth) }
      if keys.map.notesUnknownKeys {
        unknowns.append((keys, Int32(truncatingIfNeeded: entry), Int32(truncatingIfNeeded: record)))
      }
      return try scanner.skipValue(depth: depth)
    }
    let start = scanner
    for action in actions {
      scanner = start
      try perform(action, &scanner, entity: entity, record: record, depth: depth)
    }
  }

  /// Parses a value for one of its uses.
  func perform(
    _ action: KeyMap.Action, _ scanner: inout JSONScanner, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    switch action {
    case .attribute(let index, let priority):
      let attribute = entity.attributes[index]
      let index = Int(records.base[record].cells) + attribute.slot
      try parseAttribute(&scanner, attribute.converter, into: index, priority: priority, depth: depth)
    case .relationship(let index, let priority, let isForeignKey):
      try parseRelationship(
        &scanner, relationship: index, entity: entity, record: record, alternative: priority,
        isForeignKey: isForeignKey, depth: depth)
    case .entityName: try scanner.skipValue(depth: depth)
    case .child(let child):
      try child._withUnsafeGuaranteedRef {
        try parseGroup(&scanner, map: $0, entity: entity, record: record, depth: depth)
      }
    }
  }
}
