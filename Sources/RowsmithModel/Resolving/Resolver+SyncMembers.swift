import RowsmithAPI
import RowsmithSchema

// The members of a record that are sent.
extension Resolver {
  /// The attributes and to-one relationships that are never sent.
  mutating func neverSent(_ family: SyncFamily, _ graph: SchemaGraph) -> [String] {
    var names: [String] = []
    for entity in family.entities {
      let syncs = attributeSyncs(of: entity.name)
      for attribute in entity.attributes {
        let sync = syncs[attribute.name]
        if family.root.primaryKey.contains(attribute.name) {
          if let sync, sync.value == .no {
            diagnostics.append(.unsentKey(attribute.name, of: entity.name, at: sync.range))
          }
        } else if sync?.value == .permissions {
          // Permissions are sent beside the record.
          continue
        } else if attribute.isLocal || attribute.exportPath == nil || sync?.value == .no {
          names.append(attribute.name)
        }
      }
      for relationship in entity.relationships where relationship.cardinality == .toOne {
        let sync = relationshipDeclaration(relationship.name, of: entity.name)?.sync
        // A relationship to one of several entities is reported once.
        let isSaid = entity.choices.contains { $0.relationships.dropFirst().contains(relationship) }
        if let sync, sync.value != .no, !isSaid {
          diagnostics.append(.syncOfOne(relationship.modelName, sync.value.rawValue, at: sync.range))
        }
        let isExported = relationship.exportPath != nil || relationship.keyExportPath != nil
        if !isExported || sync?.value == .no {
          names.append(relationship.name)
        } else if family.direction == .both, stays(relationship.target, graph) {
          let range = self.range(of: relationship.name, in: entity.name)
          diagnostics.append(.linkToWhatStays(relationship.modelName, relationship.target, at: range))
        }
      }
    }
    return names
  }

  /// Whether the model declares that the records of an entity do not synchronise.
  func stays(_ entity: String, _ graph: SchemaGraph) -> Bool {
    declarations[graph.root(of: entity)?.name ?? entity]?.sync?.isOn == false
  }

  /// The `sync` settings of the attributes that an entity declares itself.
  private func attributeSyncs(of entity: String) -> [String: Located<AttributeSync>] {
    let declared = declarations[entity]?.attributes ?? []
    return Dictionary(declared.compactMap { attribute in attribute.sync.map { (attribute.name.value, $0) } })
    {
      first, _ in first
    }
  }

  /// The attribute that holds the server's permissions.
  mutating func permissions(_ family: SyncFamily, _ context: SyncContext) -> String? {
    var found: String?
    for entity in family.entities {
      let syncs = attributeSyncs(of: entity.name)
      for attribute in entity.attributes {
        guard let sync = syncs[attribute.name], sync.value == .permissions else { continue }
        if context.server == .rest {
          diagnostics.append(.noPermissions(context.server?.rawValue ?? "", at: sync.range))
        } else if attribute.type != .scalar(.json) {
          diagnostics.append(.permissionsType(attribute.name, at: sync.range))
        } else if attribute.isLocal {
          diagnostics.append(.localPermissions(attribute.name, at: sync.range))
        } else if attribute.exportPath == nil {
          diagnostics.append(.unproducedPermissions(attribute.name, at: sync.range))
        } else if let first = found {
          diagnostics.append(.twoPermissions(attribute.name, first, of: entity.name, at: sync.range))
        } else {
          found = attribute.name
        }
      }
    }
    return found
  }
}
