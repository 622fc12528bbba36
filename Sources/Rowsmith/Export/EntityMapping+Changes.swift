import RowsmithSchema

extension EntityMapping {
  /// The names of the attributes and to-one relationships that a patch from one row to another contains.
  func members(changedFrom old: [StoredValue], to new: [StoredValue]) -> [String] {
    let changedAttributes = attributes.filter { old[$0.slot] != new[$0.slot] }
    let changedRelationships = relationships.filter { relationship in
      relationship.slots.contains { old[$0] != new[$0] }
    }
    // A patch writes an array whole: all values that a key path with positions groups, or none.
    let arrays =
      changedAttributes.compactMap { $0.schema.exportPath?.arrayPrefix }
      + changedRelationships.flatMap { $0.patchPaths.compactMap(\.arrayPrefix) }
    // Likewise a value of several parts: an import replaces it whole.
    let values = groups.filter { group in group.slots.contains { old[$0] != new[$0] } }.compactMap(
      \.exportPath)
    func isInArray(_ path: [String]) -> Bool {
      arrays.contains { path.starts(with: $0) } || values.contains { path.starts(with: $0) }
    }
    let names = attributes.filter { attribute in
      guard let path = attribute.schema.exportPath else { return false }
      return isInArray(path) || changedAttributes.contains { $0 === attribute }
    }.map(\.schema.name)
    return names
      + relationships.filter { relationship in
        guard relationship.schema.exportPath != nil else { return false }
        return relationship.isToOne && relationship.patchPaths.contains(where: isInArray)
          || changedRelationships.contains { $0 === relationship }
      }.map(\.name)
  }

  /// The members of `$rest` that only the old row has.
  func restMembers(of old: [StoredValue], missingIn new: [StoredValue]) -> [String] {
    guard let rest, old[rest.slot] != new[rest.slot] else { return [] }
    func keys(_ value: StoredValue) -> [[UInt8]] {
      guard case .text(let text) = value else { return [] }
      return JSONParts.members(of: Array(text.utf8)[...])?.map(\.key) ?? []
    }
    let left = Set(keys(new[rest.slot]))
    let shape = RestShape(entity: self)
    return keys(old[rest.slot]).filter { !left.contains($0) && !shape.isNamed($0) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension RelationshipMapping {
  /// The key paths that a patch may use: for a key, or for an object with the parts of the key.
  fileprivate var patchPaths: [[String]] { [schema.exportPath, schema.keyExportPath].compactMap { $0 } }
}

extension [String] {
  /// The part before the first position in a key path; `nil` without a position.
  fileprivate var arrayPrefix: ArraySlice<String>? {
    firstIndex { Int($0) != nil }.map { self[..<$0] }
  }
}
