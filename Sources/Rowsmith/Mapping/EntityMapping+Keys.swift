import RowsmithSchema

extension EntityMapping {
  /// The value of a column that is not given: its default, or null.
  func fallback(_ slot: Int) -> Cell { defaults[slot].kind == .missing ? .null : defaults[slot] }

  /// Whether a column is required and has no default.
  func mustBeGiven(_ slot: Int) -> Bool { isRequiredSlot[slot] && defaults[slot].kind == .missing }

  /// Registers every path from which a value is read.
  func mapKeys() {
    for slots in [requiredSlotList, requiredBesidesKey, attributeSlots] { slots.deallocate() }
    let required = isRequiredSlot.indices.filter(mustBeGiven)
    requiredSlotList = FixedList(required)
    let hasKey = !table.keySlots.isEmpty && !table.hasRowIdentifier
    requiredBesidesKey = FixedList(hasKey ? required.filter { !table.keySlots.contains($0) } : [])
    attributeSlots = FixedList(attributes.map(\.slot).filter { !table.keySlots.contains($0) })
    var mapKeyAttributes: [(attribute: Int, priority: UInt8)] = []
    var indexAttributes = mapKeyAttributes
    var valueAttributes = mapKeyAttributes
    for (index, attribute) in attributes.enumerated() where !attribute.schema.isLocal {
      for (alternative, path) in attribute.schema.importPaths.enumerated() {
        let priority = UInt8(clamping: alternative)
        switch path {
        case .keys(let keys): enter(.attribute(index: index, priority: priority), at: keys)
        case .mapKey: mapKeyAttributes.append((index, priority))
        case .index: indexAttributes.append((index, priority))
        case .value: valueAttributes.append((index, priority))
        case .rest, .record: break
        }
      }
    }
    self.mapKeyAttributes = mapKeyAttributes
    self.indexAttributes = indexAttributes
    self.valueAttributes = valueAttributes
    takesValues = !valueAttributes.isEmpty
    for path in discriminator { enter(.entityName, at: path) }
    for (index, relationship) in relationships.enumerated() {
      for (alternative, (path, isForeignKey)) in relationship.places.enumerated() {
        guard case .keys(let keys) = path else { continue }
        let priority = UInt8(clamping: alternative)
        enter(.relationship(index: index, priority: priority, isForeignKey: isForeignKey), at: keys)
      }
      for case .keys(let path) in relationship.schema.choice?.typePaths ?? [] where !reads(path) {
        enter(.entityName, at: path)
      }
    }
    let signs = deletionSigns.map(\.path)
    for path in signs where !reads(path) { enter(.entityName, at: path) }
    for path in choicePaths where !reads(path) && !signs.contains(path) { enter(.entityName, at: path) }
    for (index, group) in groups.enumerated() {
      for (alternative, path) in group.importPaths.enumerated() {
        guard case .keys(let path) = path else { continue }
        path.reduce(keys) { $0.child($1) }.groups.append((index, UInt8(clamping: alternative)))
      }
    }
    keys.gathersUnnamed = rest != nil
    keys.silenceSharedGroups()
    if !deletionSigns.isEmpty || isPolymorphic { mapKeyOnlyKeys() }
  }

  /// Whether something of the record is read from the path.
  private func reads(_ path: [String]) -> Bool {
    attributes.contains { $0.schema.importPaths.contains(.keys(path)) } || discriminator.contains(path)
      || relationships.contains { $0.places.contains { $0.path == .keys(path) } }
  }

  /// Registers the paths of the record's key and stamp.
  private func mapKeyOnlyKeys() {
    for (index, attribute) in attributes.enumerated() {
      guard table.keySlots.contains(attribute.slot) || attribute === stamp else { continue }
      for (alternative, path) in attribute.schema.importPaths.enumerated() {
        guard case .keys(let keys) = path else { continue }
        enter(.attribute(index: index, priority: UInt8(clamping: alternative)), at: keys, of: keyOnlyKeys)
      }
    }
    for (index, relationship) in relationships.enumerated()
    where relationship.slots.contains(where: table.keySlots.contains) {
      for (alternative, (path, isForeignKey)) in relationship.places.enumerated() {
        guard case .keys(let keys) = path else { continue }
        let action = KeyMap.Action.relationship(
          index: index, priority: UInt8(clamping: alternative), isForeignKey: isForeignKey)
        enter(action, at: keys, of: keyOnlyKeys)
      }
    }
    keyOnlyKeys.silence()
  }

  private func enter(_ action: KeyMap.Action, at path: [String], of map: KeyMap? = nil) {
    guard let last = path.last else { return }
    path.dropLast().reduce(map ?? keys) { $0.child($1) }.add(action, for: last, attributes: attributes)
  }
}
