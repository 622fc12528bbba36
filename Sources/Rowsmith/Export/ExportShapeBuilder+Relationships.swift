import RowsmithSchema

extension ExportShapeBuilder {
  /// Where and how a relationship is written; nil where it is left out.
  func related(
    _ relationship: RelationshipPlan, of entity: EntityPlan, embedding tree: EmbedTree?, chain: [Int]
  ) throws -> (path: [String], node: ExportNode)? {
    guard var path = relationship.schema.exportPath else {
      if tree == nil { return nil }
      throw ExportError(
        .unknownTarget, "'\(relationship.qualifiedName)' cannot be embedded: the model says `export: false`")
    }
    let query = RelatedQuery(connection: connection, relationship: relationship, entity: entity)
    switch tree == nil ? try choice(relationship, query) : .embed {
    case .leaveOut: return nil
    case .keys:
      let target = relationship.target
      if target.valueAttribute != nil, !target.isBareValue {
        // Under its own key a bare value would be a record.
        guard let keyPath = relationship.schema.foreignKeyPaths.lazy.compactMap(\.keys).first else {
          note("\(relationship.qualifiedName) is left out: a bare value there would be a record, not its key")
          return nil
        }
        path = keyPath
      }
      return (path, try keys(relationship, query))
    case .embed:
      if tree == nil {
        guard !chain.contains(relationship.index), relationship.target.saysKey(embeddedIn: relationship)
        else {
          note("\(relationship.qualifiedName) is left out: its records cannot be named there")
          return nil
        }
      }
      let family = try family(
        relationship.target, embedding: tree ?? EmbedTree(), through: relationship,
        chain: chain + [relationship.index])
      return (path, .related(try query.records(family, isWished: tree != nil)))
    }
  }

  private enum Choice {
    case leaveOut, keys, embed
  }

  /// What becomes of a relationship of which nobody said that it is embedded.
  private func choice(_ relationship: RelationshipPlan, _ query: RelatedQuery) throws -> Choice {
    let isNameable = relationship.keyConverter != nil
    switch relationship.storage {
    case .columns: return isNameable ? .keys : .embed
    case .inverse(let inverse, let position):
      if !relationship.target.unspokenKeyParts.isEmpty { return .embed }
      // What waits for its row is said on this side alone.
      let isNeeded =
        try position != nil || inverse.schema.exportPath == nil || isNameable && query.hasWaiting()
      return !isNeeded ? .leaveOut : isNameable ? .keys : .embed
    case .link(_, let isSource):
      let isNeeded =
        isSource || relationship.schema.isOrdered || relationship.inverse?.schema.exportPath == nil
      return !isNeeded ? .leaveOut : isNameable ? .keys : .embed
    }
  }

  private func keys(_ relationship: RelationshipPlan, _ query: RelatedQuery) throws -> ExportNode {
    if relationship.isToOne, let slot = relationship.slots.first,
      let key = relationship.target.soleKeyAttribute
    {
      return .value(column: slot, writer: try ValueWriter(key), writesNull: false)
    }
    return .related(try query.keys())
  }
}

extension Schema.ImportPath {
  /// The keys of a path that is no place.
  var keys: [String]? {
    if case .keys(let keys) = self { keys } else { nil }
  }
}
