import RowsmithSchema

extension RecordParser {
  /// Parses one item: an object or a key.
  func parseItem(
    _ scanner: inout JSONScanner, relationship: RelationshipMapping, link: Int, place: Place, depth: Int
  ) throws {
    let byte = scanner.peek()
    let start = scanner.p
    let isForeignKey = links[link].isForeignKey
    if byte == UInt8(ascii: "{"), !isForeignKey {
      return try parseItemRecord(&scanner, relationship: relationship, link: link, place: place, depth: depth)
    }
    let isContainer = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    let takesScalars = !relationship.isToOne && relationship.target.takesValues
    if takesScalars, !isContainer, !isForeignKey {
      return try parseItemRecord(&scanner, relationship: relationship, link: link, place: place, depth: depth)
    }
    let keyConverter = relationship.keyConverter ?? relationship.otherKeyConverter
    guard !isContainer, byte != UInt8(ascii: "n"), let converter = keyConverter else {
      try scanner.skipValue(depth: depth)
      let expected =
        keyConverter == nil || takesScalars
        ? "an object (\(relationship.target.name))"
        : isForeignKey
          ? "a key (\(relationship.target.name))" : "an object or a key (\(relationship.target.name))"
      let why =
        keyConverter == nil && !isContainer ? "; it has no key that one value could be" : ""
      fail(
        link, "expected \(expected), found \(excerpt(start, to: scanner.p))\(why)", at: start,
        item: place.item)
      return noteMapKey(of: link, place)
    }
    let key = try converter.convert(&scanner, depth: depth, context)
    if key.kind == .fault {
      guard links.base[link].form != .fault else { return }
      links.base[link].form = .fault
      links.base[link].faultItem = Int32(truncatingIfNeeded: place.item)
      links.base[link].count = Int32(truncatingIfNeeded: key.bits)
      return noteMapKey(of: link, place)
    }
    links.base[link].keyCount += 1
    // A parent-scoped import has only the value, without its key.
    if !isForeignKey, !isScoped || place.parent != 0 {
      keySpellings[relationship.index] = keySpellings[relationship.index].union(.ownKey)
    }
    batch.append(RecordBatch.Item(record: -1, key: key), to: link)
  }

  /// Notes under which key the first item stands that is a fault.
  private func noteMapKey(of link: Int, _ place: Place) {
    if let key = place.mapKey { context.noteMapKey(key, of: Int(links.base[link].count)) }
  }

  private func parseItemRecord(
    _ scanner: inout JSONScanner, relationship: RelationshipMapping, link: Int, place: Place, depth: Int
  ) throws {
    if relationship.isMixed {
      return try parseMixedItem(&scanner, relationship, link: link, place: place, depth: depth)
    }
    let record = try relationship.targetReference._withUnsafeGuaranteedRef {
      try parseItemRecord(&scanner, relationship, entity: $0, place: place, depth: depth)
    }
    try appendItem(record, relationship, link: link)
  }

  /// Parses an item whose object may tell its entity.
  private func parseMixedItem(
    _ scanner: inout JSONScanner, _ relationship: RelationshipMapping, link: Int, place: Place, depth: Int
  ) throws {
    var entity = relationship.target
    var place = place
    if let choice = relationship.choice, scanner.peek() == UInt8(ascii: "{") {
      guard let chosen = try choose(choice, scanner, depth: depth) else {
        noteUnlistedKind(choice, at: place)
        links.base[link].hasUnlisted = true
        return try scanner.skipValue(depth: depth)
      }
      entity = chosen
      place.isChosen = true
      place.hidesDiscriminator = choice.overrides(chosen)
    } else if let alternatives = relationship.alternatives {
      place.hidesDiscriminator = alternatives.objects.overrides(entity)
    }
    let record = try parseItemRecord(&scanner, relationship, entity: entity, place: place, depth: depth)
    try appendItem(record, relationship, link: link)
  }

  private func parseItemRecord(
    _ scanner: inout JSONScanner, _ relationship: RelationshipMapping, entity: EntityMapping, place: Place,
    depth: Int
  ) throws -> Int {
    let mayRepeat =
      relationship.itemsMayRepeat && place.mapKey == nil && !hasCondemned
      && scanner.peek() == UInt8(ascii: "{")
    if mayRepeat, let repeated = batch.repeatedReference {
      return try repeated._withUnsafeGuaranteedRef {
        try parseRepeatable(&scanner, entity: entity, at: place, depth: depth, $0)
      }
    }
    return try parseRecord(&scanner, entity: entity, at: place, depth: depth)
  }

  /// Appends a record to the value of a relationship; only its key if it gives no more.
  private func appendItem(_ record: Int, _ relationship: RelationshipMapping, link: Int) throws {
    if records.base[record].isTombstone, relationship.isToOne {
      try refuseTombstone(link, relationship, record: record)
    }
    if relationship.probe < 0 || !gives(relationship.probe, record), isKey(record, in: relationship) {
      links.base[link].keyCount += 1
      let entity = self.mapping.entities[Int(records.base[record].entity)]
      if entity.table.keySlots.count == 1 {
        let key = cells.base[Int(records.base[record].cells) + entity.table.keySlots[0]]
        // A key that is the key of another record is found when the record is applied.
        if key.hasValue { return batch.append(RecordBatch.Item(record: -1, key: key), to: link) }
      }
      records.base[record].isKeyOnly = true
    }
    batch.append(RecordBatch.Item(record: Int32(truncatingIfNeeded: record), key: .missing), to: link)
  }

  /// Whether a member of the object gives the column.
  @inline(__always)
  private func gives(_ slot: Int, _ record: Int) -> Bool {
    let cell = cells.base + (Int(records.base[record].cells) + slot)
    return cell.pointee.kind != .missing && !cell.pointee.isFromPlace
  }

  /// For a to-one relationship a deleted record counts as null: a required one refuses it.
  private func refuseTombstone(_ link: Int, _ relationship: RelationshipMapping, record: Int) throws {
    guard relationship.isRequired, !records.base[record].isLeftOut else { return }
    // The link to the record around it wins; this value makes no link.
    if isFilled(relationship, by: Int(records[Int(links[link].record)].link)) { return }
    fail(
      link,
      "expected \(relationship.target.name), found a deleted one; '\(relationship.schema.modelName)' is required",
      at: records.base[record].start, reason: .missingValue)
  }

  /// Whether an embedded object only identifies a row: it gives nothing but its key, and its entity requires more than the
  /// key and what embedding gives.
  private func isKey(_ record: Int, in relationship: RelationshipMapping) -> Bool {
    let parsed = records.base[record]
    let isTarget = Int(parsed.entity) == relationship.target.index
    let entity = isTarget ? relationship.target : self.mapping.entities[Int(parsed.entity)]
    // A record without a key cannot be only a key.
    if entity.hasRowIdentifier || entity.keySlots.isEmpty { return false }
    let required = entity.requiredBesidesKey
    guard !required.isEmpty || entity.requiresChoice, !parsed.isLeftOut, !parsed.isTombstone else {
      return false
    }
    guard givesKeyAlone(record, entity) else { return false }
    let given = cells.base + Int(parsed.cells)
    // What its place or parent gives is not required of its object. If the parent's link is filled in from outside, the
    // parent gives nothing.
    let isOverruled = parsed.parent >= 0 && isFilled(relationship, by: Int(records[Int(parsed.parent)].link))
    let parentSlots = relationship.inverse.flatMap { $0.isToOne && !isOverruled ? $0.slots : nil }
    return required.contains { slot in
      given[slot].kind == .missing && parentSlots?.contains(slot) != true
    }
      || entity.choices.contains { choice in
        choice.isRequired && !choice.slots.contains { parentSlots?.contains($0) == true }
      }
  }

  /// Whether an object gives nothing that the model knows except its key.
  private func givesKeyAlone(_ record: Int, _ entity: EntityMapping) -> Bool {
    let given = cells.base + Int(records.base[record].cells)
    for slot in entity.attributeSlots where given[slot].kind != .missing && !given[slot].isFromPlace {
      return false
    }
    for relationship in entity.relationships {
      let state = given[entity.table.columnCount + relationship.ordinal]
      guard state.kind == .link else { continue }
      let link = links.base[Int(state.bits)]
      guard relationship.slots.contains(where: entity.table.keySlots.contains) else { return false }
      // A part of the key may be an object; it must give only its own key.
      let part = link.firstItem >= 0 ? Int(items.base[Int(link.firstItem)].record) : -1
      if part >= 0, !givesKeyAlone(part, mapping.entities[Int(records.base[part].entity)]) { return false }
    }
    return true
  }
}
