import RowsmithSchema

extension RecordParser {
  /// Parses the value of a relationship: null, an object, a key, or an array or map of them.
  func parseRelationship(
    _ scanner: inout JSONScanner, relationship index: Int, entity: EntityMapping, record: Int,
    alternative: UInt8, isForeignKey: Bool, depth: Int
  ) throws {
    try entity.relationshipList[index]._withUnsafeGuaranteedRef {
      try parseRelationship(
        &scanner, $0, at: index, entity: entity, record: record, alternative: alternative,
        isForeignKey: isForeignKey, depth: depth)
    }
  }

  private func parseRelationship(
    _ scanner: inout JSONScanner, _ relationship: RelationshipMapping, at index: Int, entity: EntityMapping,
    record: Int, alternative: UInt8, isForeignKey: Bool, depth: Int
  ) throws {
    let stateIndex = Int(records.base[record].cells) + entity.columnCount + index
    let state = cells.base[stateIndex]
    let byte = scanner.peek()
    var isOther = false
    var isUnlisted = false
    if relationship.isMixed, relationship.alternatives != nil, byte != UInt8(ascii: "n") {
      let chosen = try chooseAlternative(
        relationship, scanner, record, isForeignKey, isNoted: isNoted(state, alternative: alternative),
        depth: depth)
      isOther = relationship.target !== chosen
      isUnlisted = chosen == nil
      // The earlier value stays.
      if isUnlisted, state.kind == .link {
        skipNull(Int(state.bits))
        return try scanner.skipValue(depth: depth)
      }
    }
    if isForeignKey { keySpellings[relationship.index] = keySpellings[relationship.index].union(.foreignKey) }
    if state.kind == .link {
      // Of alternatives, the first that is not null counts; of one key that occurs twice, the later.
      let isBetter = state.priority < alternative && !isNull(links.base[Int(state.bits)])
      let isNoValue = byte == UInt8(ascii: "n") && state.priority != alternative
      if isBetter || isNoValue { return try scanner.skipValue(depth: depth) }
      links.base[Int(state.bits)].isDead = true
      if !unlistedKinds.isEmpty { forgetUnlistedKinds(in: Int(state.bits)) }
    }
    let link = batch.append(
      RecordBatch.Link(
        relationship: Int32(truncatingIfNeeded: index), record: Int32(truncatingIfNeeded: record),
        alternative: alternative, isForeignKey: isForeignKey, start: scanner.p, bit: relationship.bit))
    var newState = Cell(bits: UInt64(link), kind: .link)
    newState.priority = alternative
    cells.base[stateIndex] = newState
    defer { links.base[link].end = Int32(truncatingIfNeeded: links.count) }

    if isOther {
      links.base[link].isOther = true
      links.base[link].isDead = isUnlisted
      return try scanner.skipValue(depth: depth)
    }
    switch byte {
    case UInt8(ascii: "n"):
      try scanner.takeLiteral("null")
      if relationship.isToOne, relationship.isRequired {
        fail(
          link,
          "expected \(relationship.schema.possibleTargets), found null; '\(relationship.schema.modelName)' is required",
          reason: .missingValue,
          isNull: true)
      }
    case UInt8(ascii: "["):
      if relationship.isToOne {
        return try parseArray(
          &scanner, inPlaceOfOne: relationship, link: link, record: record, alternative: alternative,
          depth: depth)
      }
      links.base[link].form = .many
      try parseItems(&scanner, relationship: relationship, link: link, depth: depth)
    case UInt8(ascii: "{") where !relationship.isToOne && relationship.schema.isKeyed && !isForeignKey:
      links.base[link].form = .many
      try parseMap(&scanner, relationship: relationship, link: link, depth: depth)
    default:
      links.base[link].form = relationship.isToOne ? .one : .many
      try parseItem(
        &scanner, relationship: relationship, link: link, place: Place(parent: record, link: link),
        depth: depth)
    }
  }

  /// Parses an array where a to-one relationship takes none, except `[]` if that counts as null.
  private func parseArray(
    _ scanner: inout JSONScanner, inPlaceOfOne relationship: RelationshipMapping, link: Int, record: Int,
    alternative: UInt8, depth: Int
  ) throws {
    let start = scanner.p
    try scanner.skipValue(depth: depth)
    let isEmpty = isEmptyArray(start, to: scanner.p)
    guard isEmpty, readsEmptyArrays else {
      return fail(
        link, "expected one \(relationship.target.name), found an array; '\(relationship.name)' is to-one",
        contradiction: isEmpty ? Contradiction(.emptyArray) : nil)
    }
    let paths = relationship.schema.importPaths + relationship.schema.foreignKeyPaths
    let place = paths.indices.contains(Int(alternative)) ? paths[Int(alternative)] : nil
    if case .keys(let keys)? = place { emptyArrays.append((record, relationship.schema.modelName, keys)) }
    guard relationship.isRequired else { return }
    fail(
      link,
      "expected \(relationship.schema.possibleTargets), found an array []; "
        + "'\(relationship.schema.modelName)' is required",
      reason: .missingValue, isNull: true, contradiction: Contradiction(.null, excerpt: "[]"))
  }

  /// Whether the JSON gives null, allowed or not.
  func isNull(_ link: RecordBatch.Link) -> Bool {
    (link.form == .null && (!link.isOther || link.isDead))
      || (link.form == .fault && context.isNullFault(Int(link.count)))
  }

  private func parseItems(
    _ scanner: inout JSONScanner, relationship: RelationshipMapping, link: Int, depth: Int
  ) throws {
    try scanner.checkDepth(depth)
    scanner.p += 1
    if scanner.peek() == UInt8(ascii: "]") {
      scanner.p += 1
      return
    }
    var place = Place(parent: Int(links[link].record), link: link, item: 0)
    repeat {
      try parseItem(&scanner, relationship: relationship, link: link, place: place, depth: depth + 1)
      place.item += 1
    } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
  }

  /// Parses one item of a parent-scoped import as a value of its own.
  ///
  /// - Parameters:
  ///   - item: its position in its source.
  ///   - earlier: how many items of the list came in earlier sources.
  func parseScopedItem(
    _ scanner: inout JSONScanner, relationship index: Int, entity: EntityMapping, record: Int, item: Int,
    after earlier: Int, mapKey: StringToken?
  ) throws {
    let link = batch.append(
      RecordBatch.Link(
        relationship: Int32(truncatingIfNeeded: index), record: Int32(truncatingIfNeeded: record),
        form: .many,
        alternative: 0, isForeignKey: false, start: scanner.p,
        bit: entity.relationships[index].bit))
    let place = Place(parent: record, link: link, item: item, earlierItems: earlier, mapKey: mapKey)
    try parseItem(&scanner, relationship: entity.relationships[index], link: link, place: place, depth: 1)
    links.base[link].end = Int32(truncatingIfNeeded: links.count)
  }

  private func parseMap(
    _ scanner: inout JSONScanner, relationship: RelationshipMapping, link: Int, depth: Int
  ) throws {
    try scanner.checkDepth(depth)
    scanner.p += 1
    if scanner.peek() == UInt8(ascii: "}") {
      scanner.p += 1
      return
    }
    var place = Place(parent: Int(links[link].record), link: link)
    repeat {
      scanner.skipWhitespace()
      place.mapKey = try scanner.readString(expected: "a key in double quotes")
      try scanner.take(UInt8(ascii: ":"), expected: "':'")
      try parseItem(&scanner, relationship: relationship, link: link, place: place, depth: depth + 1)
    } while try scanner.takeSeparator(closing: UInt8(ascii: "}"))
  }

  /// Notes that the value of a relationship cannot be used; `count` is then the index of the fault.
  func fail(
    _ link: Int, _ message: String, at: UnsafePointer<UInt8>? = nil, item: Int = -1,
    reason: ImportError.Reason = .unexpectedShape, isNull: Bool = false, contradiction: Contradiction? = nil
  ) {
    guard links.base[link].form != .fault else { return }
    let fault = context.fault(
      message, at: at ?? links[link].start, reason: reason, isNull: isNull,
      contradiction: contradiction ?? (isNull ? Contradiction(.null) : nil))
    links.base[link].form = .fault
    links.base[link].count = Int32(truncatingIfNeeded: fault.bits)
    links.base[link].faultItem = Int32(truncatingIfNeeded: item)
  }
}
