import RowsmithSchema

/// What a value in the JSON contradicts in the model.
struct ContradictedPlace: Hashable {
  var entity: Int
  var member: String
  var found: Contradiction.Found
  var isItem: Bool
  var part: Contradiction.Part?
}

/// A value of a record that is a fault.
struct FaultPlace {
  var fault: ValueFault
  var member: String
  /// The type of the attribute; `nil` for a relationship.
  var type: Schema.AttributeType?
  var path: Schema.ImportPath?
  var item: Int

  /// Whether a wider model may allow the value. A relationship can only become optional, and so can a list of values, or
  /// hold null.
  var mayBeAllowed: Bool {
    guard let contradiction = fault.contradiction else { return false }
    switch type {
    case nil: return contradiction.found == .null && !contradiction.isItem
    case .array(.value)?: return contradiction.found == .null || contradiction.part != nil
    default: return true
    }
  }

  var error: ImportError {
    var error = ImportError(fault.reason, fault.message, member: member)
    error.contradiction = fault.contradiction
    return error
  }
}

extension RecordParser: RecordOrigin {
  var skipsBadRecords: Bool { onInvalid == .skip }

  /// Leaves the record out if one of its values is a fault; throws if bad records are not skipped.
  ///
  /// `only` checks one relationship alone. What the record says of its parent is not checked: the parent that embeds it
  /// wins.
  func checkFaults(_ record: Int, entity: EntityMapping, only: RelationshipMapping? = nil) throws {
    let embedding = Int(records[record].link)
    let base = Int(records[record].cells)
    var found: [FaultPlace] = []
    func consider(
      _ fault: Int, of member: String, type: Schema.AttributeType?, _ path: Schema.ImportPath?, item: Int = -1
    ) {
      found.append(
        FaultPlace(fault: context.faults[fault], member: member, type: type, path: path, item: item))
    }
    for attribute in entity.attributes where only == nil && cells[base + attribute.slot].kind == .fault {
      let cell = cells[base + attribute.slot]
      if let place = context.faults[Int(cell.bits)].place {
        consider(Int(cell.bits), of: place.member, type: attribute.schema.type, place.path)
        continue
      }
      consider(
        Int(cell.bits), of: attribute.schema.name, type: attribute.schema.type,
        path(attribute.schema.importPaths, Int(cell.priority)))
    }
    var link = Int(records[record].firstLink)
    while link >= 0 {
      let relationship = entity.relationships[Int(links[link].relationship)]
      let isAsked = only == nil ? !isFilled(relationship, by: embedding) : only === relationship
      if links[link].form == .fault, !links[link].isDead, isAsked {
        let paths = relationship.schema.importPaths + relationship.schema.foreignKeyPaths
        consider(
          Int(links[link].count), of: relationship.schema.modelName, type: nil,
          path(paths, Int(links[link].alternative)),
          item: Int(links[link].faultItem))
      }
      link = Int(links[link].next)
    }
    guard let first = found.min(by: { $0.fault.at < $1.fault.at }), !records.base[record].isLeftOut else {
      return
    }
    let (fault, item) = (first.fault, first.item)
    try leaveOut(record, first.error, at: fault.at, under: first.path, item: item, mapKey: fault.mapKey)
    if findsContradictions { bad[bad.count - 1].faults = found }
  }

  /// The errors for all faults of a bad record that is reported, one for each place in the model; none if a wider model
  /// would still not allow the record.
  ///
  /// Only then are they looked at, as a root record may be parsed several times until its bytes are all there.
  func contradictions(of bad: BadRecord) -> [ImportError] {
    guard bad.faults.allSatisfy(\.mayBeAllowed) else { return [] }
    var errors: [ImportError] = []
    for place in bad.faults.sorted(by: { $0.fault.at < $1.fault.at }) {
      guard let contradiction = place.fault.contradiction else { continue }
      let contradicted = ContradictedPlace(
        entity: Int(records[bad.record].entity), member: place.member, found: contradiction.found,
        isItem: contradiction.isItem, part: contradiction.part)
      guard self.contradicted.insert(contradicted).inserted else { continue }
      errors.append(
        located(
          place.error, record: bad.record, at: place.fault.at, under: place.path, item: place.item,
          mapKey: place.fault.mapKey))
    }
    return errors
  }

  /// Leaves the record out because it has a key that the model does not mention; names the first one.
  func refuseUnknownKey(_ record: Int, from first: Int) throws {
    guard let (keys, entry, _) = unknowns[first...].first(where: { Int($0.record) == record }) else { return }
    let path = keys.path(entry)
    let message = "expected only keys that the model mentions, found '\(path.joined(separator: "."))'"
    try leaveOut(record, ImportError(.invalidValue, message), under: .keys(path))
  }

  private func path(_ paths: [Schema.ImportPath], _ index: Int) -> Schema.ImportPath? {
    paths.indices.contains(index) ? paths[index] : nil
  }

  /// Leaves a record out with everything embedded in it; throws the error if bad records are not skipped.
  func leaveOut(
    _ record: Int, _ error: ImportError, at: UnsafePointer<UInt8>? = nil, under: Schema.ImportPath? = nil,
    item: Int = -1, mapKey: String? = nil, because cause: Int? = nil, lacks: [ImportError] = []
  ) throws {
    if records.base[record].isLeftOut { return }
    let located = { self.located(error, record: record, at: at, under: under, item: item, mapKey: mapKey) }
    if onInvalid == .fail { throw located() }
    records.base[record].isLeftOut = true
    // An error that the report will not list needs no location.
    let isListed = !isListFull && bad.count < ImportReport.maximumSkipped
    bad.append(BadRecord(record: record, cause: cause, error: isListed ? located() : error, lacks: lacks))
  }

  /// Leaves the record out if a part of its key is missing.
  func checkKey(_ record: Int, entity: EntityMapping, link: Int) throws {
    if entity.hasRowIdentifier || records.base[record].isLeftOut { return }
    let base = Int(records.base[record].cells)
    if entity.keySlots.allSatisfy({ cells.base[base + $0].hasValue }) { return }
    try checkKeyParts(record, entity: entity, link: link)
  }

  private func checkKeyParts(_ record: Int, entity: EntityMapping, link: Int) throws {
    let base = Int(records.base[record].cells)
    var badPart: (name: String, child: Int)?
    for slot in entity.table.keySlots where !cells.base[base + slot].hasValue {
      let column = entity.table.layout.columns[slot]
      guard case .relationship(_, let name, _) = column.source else {
        return try leaveOutKeyless(record, entity: entity, slot: slot)
      }
      guard let part = entity.relationships.first(where: { $0.name == name }), !isFilled(part, by: link)
      else { continue }
      let state = cells.base[base + entity.table.columnCount + part.ordinal]
      let value = state.kind == .link ? links.base[Int(state.bits)] : nil
      if let value, value.form == .fault { return try checkFaults(record, entity: entity, only: part) }
      guard let value, value.form == .one else {
        let found = value?.form == .null ? "null" : "nothing"
        return try leaveOut(
          record,
          ImportError(
            .missingValue, "expected '\(name)', part of the primary key, found \(found)", member: name))
      }
      let child = value.firstItem >= 0 ? Int(items.base[Int(value.firstItem)].record) : -1
      if child >= 0, records.base[child].isLeftOut { badPart = badPart ?? (name, child) }
    }
    guard let badPart else { return }
    try leaveOut(
      record,
      ImportError(
        .missingValue, "expected '\(badPart.name)', part of the primary key, found a bad record",
        member: badPart.name),
      because: badPart.child)
  }

  private func leaveOutKeyless(_ record: Int, entity: EntityMapping, slot: Int) throws {
    let cell = cells.base[Int(records.base[record].cells) + slot]
    guard cell.kind == .fault, let attribute = entity.attributes.first(where: { $0.slot == slot }) else {
      let name = entity.table.layout.columns[slot].name
      return try leaveOut(
        record,
        ImportError(.missingValue, "expected the primary key '\(name)', found nothing", member: name))
    }
    let fault = context.faults[Int(cell.bits)]
    try leaveOut(
      record, ImportError(fault.reason, fault.message, member: attribute.schema.name), at: fault.at,
      under: path(attribute.schema.importPaths, Int(cell.priority)))
  }

  /// Whether the parent that embeds a record fills in its to-one relationship. It does not if the embedding makes no link,
  /// because the parent's own link was filled in from outside.
  func isFilled(_ relationship: RelationshipMapping, by link: Int) -> Bool {
    guard link >= 0, relationship.isToOne else { return false }
    let record = Int(links[link].record)
    let embedding = mapping.entities[Int(records[record].entity)].relationships[Int(links[link].relationship)]
    return relationship.isOverruled(by: embedding.inverse)
      && !isFilled(embedding, by: Int(records[record].link))
  }

  /// The bad records to report, without those inside another record that is bad for its own reason.
  func badRecordsToReport() -> [BadRecord] {
    let causes = Dictionary(bad.map { ($0.record, $0.cause) }, uniquingKeysWith: { first, _ in first })
    return bad.sorted { $0.record < $1.record }.filter { entry in
      var inner = entry.record
      var outer = Int(records[inner].parent)
      while outer >= 0 {
        if records[outer].isLeftOut, causes[outer] ?? nil != inner { return false }
        inner = outer
        outer = Int(records[outer].parent)
      }
      return true
    }
  }

  /// Adds entity, path, line and column to the error.
  func located(
    _ error: ImportError, record: Int, at: UnsafePointer<UInt8>?, under: Schema.ImportPath?
  ) -> ImportError { located(error, record: record, at: at, under: under, item: -1) }

  /// The same for one item of a relationship's value.
  func located(
    _ error: ImportError, record: Int, at: UnsafePointer<UInt8>?, under: Schema.ImportPath?, item: Int,
    mapKey: String? = nil
  ) -> ImportError {
    var error = error
    error.entity = mapping.entities[Int(records[record].entity)].name
    var path = path(of: record)
    // The value of a parent-scoped import is the root itself.
    if case .keys(let keys)? = under, !(isScoped && record == 0) { for key in keys { path.append(key: key) } }
    if item >= 0 { path.append(index: item) }
    if let mapKey { path.append(key: mapKey) }
    error.path = path.description
    error.source = sourceName
    if let position = stream.position(of: at ?? records[record].start, orElse: records[record].start) {
      (error.line, error.column) = (position.line, position.column)
    }
    return error
  }

  /// The offset in the document of a record's first byte; if its bytes are not the document's, of the nearest record around
  /// it.
  func offset(of record: Int) -> Int64 {
    var record = record
    while record >= 0 {
      if isScoped, record == 0 { return -1 }
      if let offset = stream.offset(of: records.base[record].start) { return Int64(offset) }
      record = Int(records.base[record].parent)
    }
    return -1
  }

  /// The path of a record in the document.
  func path(of record: Int) -> JSONPath {
    let pending = records[record]
    guard pending.parent >= 0 else { return rootPath }
    let key = pending.mapKey.map { UnsafeBufferPointer(start: $0, count: Int(pending.mapKeyCount)) }
    return path(of: Int(pending.item), mapKey: key, in: Int(pending.link), of: Int(pending.parent))
  }

  /// The path of a relationship's item in the document.
  func path(of item: Int, mapKey: UnsafeBufferPointer<UInt8>?, in link: Int, of parent: Int) -> JSONPath {
    var path = path(of: parent)
    let link = links[link]
    let owner = mapping.entities[Int(records[parent].entity)]
    let relationship = owner.relationships[Int(link.relationship)].schema
    let paths = relationship.importPaths + relationship.foreignKeyPaths
    // The value of a parent-scoped import is the root itself.
    let isScopeValue = isScoped && parent == 0
    if !isScopeValue, case .keys(let keys)? = self.path(paths, Int(link.alternative)) {
      for key in keys { path.append(key: key) }
    }
    if item >= 0 { path.append(index: item) }
    if let mapKey { path.append(key: String(decoding: mapKey, as: UTF8.self)) }
    return path
  }
}
