import RowsmithSchema

extension ChangeSet {
  /// The keys of the inserted records, including those of entities that extend this one.
  ///
  /// - Throws: ``RowDecodingError`` if a key is not valid in the model; only an app's own SQL can write such keys.
  public func inserted<R: Record>(_ type: R.Type) throws -> [R.Key] {
    let converted = converted(R.self)
    return try keys(R.self, \.inserted) { !converted.contains($0) }
  }

  /// The keys of the records with a changed column, and of those that became another entity of the family; see
  /// ``inserted(_:)``.
  public func updated<R: Record>(_ type: R.Type) throws -> [R.Key] {
    let converted = converted(R.self)
    let updated: [R.Key] = try keys(R.self, \.updated)
    return try updated + keys(R.self, \.inserted) { converted.contains($0) }
  }

  /// The keys of the deleted records; see ``inserted(_:)``.
  public func deleted<R: Record>(_ type: R.Type) throws -> [R.Key] {
    let converted = converted(R.self)
    return try keys(R.self, \.deleted) { !converted.contains($0) }
  }

  /// The old and new keys of the records that ``WriteTransaction/rekey(_:from:to:)`` has rekeyed; see ``inserted(_:)``.
  public func rekeyed<R: Record>(_ type: R.Type) throws -> [(from: R.Key, to: R.Key)] {
    let from = try keys(R.self, \.rekeyed, \.from)
    return zip(from, try keys(R.self, \.rekeyed, \.to)).map { ($0, $1) }
  }

  /// Whether every changed record of the entity is listed. If not, read again what you need.
  public func isComplete<R: Record>(_ type: R.Type) -> Bool {
    isComplete && changes(R.self).allSatisfy(\.isComplete)
  }

  /// Whether records of the entity have changed, or may have.
  public func mayChange<R: Record>(_ type: R.Type) -> Bool { !isComplete || !changes(R.self).isEmpty }

  /// The changes of the links of a to-many relationship with a link table, seen from its own side; `nil` if there are none.
  public func links<Source: Record, Target: Record>(
    _ relationship: ToMany<Source, Target>
  ) -> LinkChanges? {
    for changes in links {
      let isNamed = { (name: String) in name.hasSuffix(".\(relationship.name)") }
      if changes.sources.contains(Source.entityName), isNamed(changes.relationship) { return changes }
      if changes.targets.contains(Source.entityName), let inverse = changes.inverse, isNamed(inverse) {
        return changes.inverted(inverse)
      }
    }
    return nil
  }

  private func changes<R: Record>(_ type: R.Type) -> [EntityChanges] {
    entities.filter { $0.lineage.contains(R.entityName) }
  }

  /// The keys of the records that were deleted as one entity and inserted as another, and belong to this one all the time.
  private func converted<R: Record>(_ type: R.Type) -> Set<StoredKey> {
    let changes = changes(R.self)
    if changes.count < 2 { return [] }
    let deleted = Set(changes.flatMap(\.deleted).map { StoredKey($0) })
    if deleted.isEmpty { return [] }
    return deleted.intersection(changes.flatMap(\.inserted).map { StoredKey($0) })
  }

  private func keys<R: Record>(
    _ type: R.Type, _ list: KeyPath<EntityChanges, [[StoredValue]]>,
    where isWanted: (StoredKey) -> Bool = { _ in true }
  ) throws -> [R.Key] { try keys(R.self, list, \.self, where: isWanted) }

  private func keys<R: Record, Element>(
    _ type: R.Type, _ list: KeyPath<EntityChanges, [Element]>, _ key: KeyPath<Element, [StoredValue]>,
    where isWanted: (StoredKey) -> Bool = { _ in true }
  ) throws -> [R.Key] {
    let lists: [[Element]] = changes(R.self).map { changes in changes[keyPath: list] }
    let all: [[StoredValue]] = lists.joined().map { element in element[keyPath: key] }
    let keys = all.filter { isWanted(StoredKey($0)) }
    let columns = changes(R.self).first?.keyColumns ?? []
    return try keys.map { try R.Key(row: Row(values: $0, columns: columns, entity: R.entityName), at: 0) }
  }
}

extension ChangeSet.LinkChanges {
  fileprivate func inverted(_ name: String) -> ChangeSet.LinkChanges {
    var changes = self
    (changes.relationship, changes.inverse) = (name, relationship)
    (changes.sources, changes.targets) = (targets, sources)
    for list in [\ChangeSet.LinkChanges.added, \.moved, \.removed] {
      changes[keyPath: list] = self[keyPath: list].map { Link(source: $0.target, target: $0.source) }
    }
    return changes
  }
}
