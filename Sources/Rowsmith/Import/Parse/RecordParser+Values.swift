import RowsmithSchema

// Values of several parts are replaced whole: an object sets all of its columns, null clears them, and without a value they
// stay unchanged.
extension RecordParser {
  /// The cells of a group before its object was read.
  private struct Held {
    let group: GroupMapping
    /// The index of this path among the group's paths.
    var alternative: UInt8
    var cells: [Cell]
  }

  /// Parses what the JSON has for value types: an object each, or null.
  func parseValues(
    _ scanner: inout JSONScanner, map: KeyMap, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    let first = scanner.peek()
    let start = scanner.p
    let base = Int(records[record].cells)
    let held = map.groups.map { place in
      let group = entity.groups[place.group]
      let cells = group.slots.map { self.cells[base + $0] }
      for slot in group.slots { self.cells[base + slot] = .missing }
      return Held(group: group, alternative: place.alternative, cells: cells)
    }
    try parseGroupContent(&scanner, map: map, entity: entity, record: record, depth: depth)
    let isEmpty = readsEmptyArrays && isEmptyArray(start, to: scanner.p)
    let isNull = isEmpty || first == UInt8(ascii: "n")
    for held in held {
      let isKept = isBetter(held, isNull: isNull)
      if !context.unlisted.isEmpty {
        forgetUnlisted(held.group, isKept ? held.group.slots.map { cells[base + $0] } : held.cells)
      }
      if isKept {
        for (slot, cell) in zip(held.group.slots, held.cells) { cells[base + slot] = cell }
      } else if first == UInt8(ascii: "{") {
        fill(held.group, base: base, alternative: held.alternative, at: start)
      } else if isNull {
        if isEmpty { emptyArrays.append((record, held.group.path, map.path)) }
        empty(held.group, base: base, alternative: held.alternative)
        if !held.group.isOptional { refuse(held, base: base, at: start, end: scanner.p, isNull: true) }
      } else {
        empty(held.group, base: base, alternative: held.alternative)
        refuse(held, base: base, at: start, end: scanner.p, isNull: false)
      }
    }
  }

  /// Removes the notes of a value that does not count.
  private func forgetUnlisted(_ group: GroupMapping, _ cells: [Cell]) {
    for (part, cell) in zip(group.all.flatMap(\.parts), cells) {
      context.forgetUnlisted(part.attribute.converter, cell)
    }
  }

  /// Whether the earlier value counts: of alternatives, the first that is not null; of one key that occurs twice, the
  /// later.
  private func isBetter(_ held: Held, isNull: Bool) -> Bool {
    guard let index = held.cells.firstIndex(where: { $0.kind != .missing }) else { return false }
    if held.cells.allSatisfy(isEmpty) { return false }
    let known = held.group.alternative(of: held.cells[index], at: index)
    return known < held.alternative || (isNull && known != held.alternative)
  }

  private func isEmpty(_ cell: Cell) -> Bool {
    switch cell.kind {
    case .missing, .null: true
    case .fault: context.isNullFault(Int(cell.bits))
    default: false
    }
  }

  /// Fills in the members of a value that its object does not have.
  ///
  /// - Parameter absent: the member of the value around it that is absent, if this value is absent as a whole.
  private func fill(
    _ group: GroupMapping, base: Int, alternative: UInt8, at start: UnsafePointer<UInt8>,
    absent: Contradiction.Part? = nil
  ) {
    for (index, part) in group.parts.enumerated() {
      var cell = cells[base + part.slot]
      switch cell.kind {
      case .missing:
        let lacks = part.isRequired && part.fallback.kind == .null
        cell = lacks ? part.attribute.converter.lacking(at: start, in: group.type, context) : part.fallback
      case .null where part.isRequired:
        cell = part.attribute.converter.lacking(at: start, in: group.type, isNull: true, context)
      default: continue
      }
      let lacks = absent ?? Contradiction.Part(type: group.type, member: part.attribute.schema.name)
      context.notePart(cell, lacks.member, of: lacks.type)
      cell.priority = group.priority(of: index, in: alternative)
      cells[base + part.slot] = cell
    }
    for inner in group.inner where inner.slots.allSatisfy({ cells[base + $0].kind == .missing }) {
      // The index of the inner value's path inside this one: the first that begins here.
      let place =
        group.importPaths.indices.contains(Int(alternative)) ? group.importPaths[Int(alternative)] : nil
      let position = inner.importPaths.firstIndex { path in place.map { path.isInside($0) } ?? false } ?? 0
      let alternative = UInt8(clamping: position)
      if inner.isOptional {
        empty(inner, base: base, alternative: alternative)
      } else {
        let name = inner.path.split(separator: ".").last.map(String.init) ?? inner.path
        let absent = absent ?? Contradiction.Part(type: group.type, member: name)
        fill(inner, base: base, alternative: alternative, at: start, absent: absent)
      }
    }
  }

  private func empty(_ group: GroupMapping, base: Int, alternative: UInt8) {
    for (index, slot) in group.slots.enumerated() {
      var cell = Cell.null
      cell.priority = group.priority(of: index, in: alternative)
      cells[base + slot] = cell
    }
  }

  private func refuse(
    _ held: Held, base: Int, at start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, isNull: Bool
  ) {
    let group = held.group
    let alternative = Int(held.alternative)
    let place = ValueFault.Place(
      member: group.path,
      path: group.importPaths.indices.contains(alternative) ? group.importPaths[alternative] : nil)
    let isArray = start.pointee == UInt8(ascii: "[")
    let text = isArray ? excerpt(start, to: end) : "null"
    let found = isNull ? "\(text); '\(group.path)' is required" : excerpt(start, to: end)
    var cell = context.fault(
      "expected an object (\(group.type)), found \(found)", at: start,
      reason: isNull ? .missingValue : .invalidValue, isNull: isNull, place: place,
      contradiction: isNull
        ? Contradiction(.null, excerpt: isArray ? "[]" : nil)
        : isEmptyArray(start, to: end) ? Contradiction(.emptyArray) : nil)
    cell.priority = group.priority(of: 0, in: held.alternative)
    cells[base + group.slots[0]] = cell
  }
}

extension Schema.ImportPath {
  fileprivate func isInside(_ other: Schema.ImportPath) -> Bool {
    guard case .keys(let own) = self, case .keys(let outer) = other else { return false }
    return own.starts(with: outer)
  }
}
