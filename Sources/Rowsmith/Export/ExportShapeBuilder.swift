import RowsmithSchema

/// Works out the members of the JSON of an entity's records.
final class ExportShapeBuilder {
  let mapping: Mapping
  /// Reads related records; `nil` for records that are not in a database.
  let connection: Connection?
  let options: ExportOptions
  /// The relationships whose keys were imported from the foreign key that the model implies.
  let impliedKeys: Set<String>
  private(set) var notes: [String] = []
  /// The keys of lists that are written as objects. They collect notes from the rows.
  private var mapKeys: [Int: MapKey] = [:]
  /// The places in lists that are part of a key. They collect notes from the rows.
  private var listPlaces: [Int: ListPlace] = [:]
  /// The values that may be whole records, by entity. They collect notes from the rows.
  private var bareValues: [Int: BareValue] = [:]
  /// The dates that are not written in full, by attribute. They collect notes from the rows.
  private var dateLosses: [String: DateLoss] = [:]
  /// Whether a relationship has links that the other side cannot express; a cache.
  private var orphans: [Int: Bool] = [:]
  /// Whether a relationship has links to missing records; a cache.
  private var absent: [Int: Bool] = [:]
  /// The relationships for which the losses of embedding are noted.
  private var noted: Set<Int> = []
  /// How many queries have been made.
  var queries = 0
  var shared = SharedShapes()
  /// How many queries the shared shapes may hold before they are released: some tens of megabytes.
  var maximumQueries = 2000

  init(mapping: Mapping, connection: Connection?, options: ExportOptions, impliedKeys: Set<String>) {
    self.mapping = mapping
    self.connection = connection
    self.options = options
    self.impliedKeys = impliedKeys
  }

  /// Where an entity's records are written.
  struct Place {
    var tree: ExportTree
    /// The relationship in which the records are embedded; its inverse is left out.
    var through: RelationshipMapping?
    /// The relationships around, so that nothing is embedded in itself endlessly.
    var chain: [Int] = []

    var isRoot: Bool { chain.isEmpty }
  }

  /// The shapes of an entity and those that extend it.
  func family(_ entity: EntityMapping, at place: Place) throws -> ExportFamily {
    let entities = mapping.entities.filter { entity.family[$0.name] != nil }
    try checkNames(place.tree, of: entity, entities)
    let kinds = place.through.flatMap(toldApart)
    let told = entities.filter { kinds?.contains($0.name) ?? true }
    return ExportFamily(entity, shapes: try told.map { try shape($0, at: place) })
  }

  /// The shape of records that are not in a database.
  func shape(of entity: EntityMapping, _ tree: ExportTree) throws -> ExportShape {
    try checkNames(tree, of: entity, [entity])
    return try shape(entity, at: Place(tree: tree))
  }

  /// What lists written as objects and records written as bare values could not express; complete at the end.
  var lateNotes: [String] {
    mapKeys.sorted { $0.key < $1.key }.flatMap(\.value.notes)
      + listPlaces.sorted { $0.key < $1.key }.flatMap(\.value.notes)
      + bareValues.sorted { $0.key < $1.key }.flatMap(\.value.notes)
      + dateLosses.sorted { $0.key < $1.key }.flatMap(\.value.notes)
  }

  /// The keys of a relationship's lists, the same in every place, so that notes are collected once.
  func mapKey(_ relationship: RelationshipMapping) throws -> MapKey? {
    if let known = mapKeys[relationship.index] { return known }
    let made = try MapKey(relationship, dateLoss: dateLoss)
    mapKeys[relationship.index] = made
    return made
  }

  /// The place in a relationship's lists, the same everywhere, so that notes are collected once.
  func listPlace(_ relationship: RelationshipMapping) -> ListPlace? {
    if let known = listPlaces[relationship.index] { return known }
    let made = ListPlace(relationship, isForServer: options.isForServer)
    listPlaces[relationship.index] = made
    return made
  }

  /// The losses of an attribute's dates, the same in every place, so that notes are collected once.
  func dateLoss(_ attribute: AttributeMapping) -> DateLoss {
    if let known = dateLosses[attribute.qualifiedName] { return known }
    let made = DateLoss(attribute.qualifiedName)
    dateLosses[attribute.qualifiedName] = made
    return made
  }

  /// Whether a link table has links that only this side can express. The first call scans the table.
  func hasOrphans(_ query: RelatedQuery) throws -> Bool {
    if let known = orphans[query.relationship.index] { return known }
    let answer = try query.hasOrphans()
    orphans[query.relationship.index] = answer
    return answer
  }

  /// Whether a relationship has links to missing records. The first call searches for them.
  func hasAbsent(_ query: RelatedQuery) throws -> Bool {
    if let known = absent[query.relationship.index] { return known }
    let answer = try query.hasAbsent()
    absent[query.relationship.index] = answer
    return answer
  }

  /// Whether the relationship is embedded for the first time.
  func isNew(_ relationship: RelationshipMapping) -> Bool { noted.insert(relationship.index).inserted }

  func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  private func checkNames(_ tree: ExportTree, of entity: EntityMapping, _ entities: [EntityMapping]) throws {
    let relationships = Set(entities.flatMap { $0.relationships.map(\.name) })
    let attributes = Set(entities.flatMap { $0.attributes.map(\.schema.name) + $0.valueMembers })
    for name in tree.names where !relationships.contains(name) {
      guard let branch = tree[name] else { continue }
      let isRelationship = branch.form == .embedded || branch.form == .keys || !branch.branches.isEmpty
      if !isRelationship, attributes.contains(name) { continue }
      let known = (isRelationship ? relationships : relationships.union(attributes)).sorted()
      let wish = branch.form == .embedded ? " to embed" : ""
      throw ExportError(
        .unknownTarget,
        "\(entity.name) has no \(isRelationship ? "relationship" : "attribute or relationship") '\(name)'\(wish); "
          + (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"))
    }
  }

  private func shape(_ entity: EntityMapping, at place: Place) throws -> ExportShape {
    var places = ExportPlaces()
    for (path, node) in kinds(of: entity, at: place) {
      places.add(node, at: path, name: "the name of the entity")
    }
    let rest = try addAttributes(of: entity, at: place, to: &places)
    let embedded = try addRelationships(of: entity, at: place, to: &places)
    addGroups(of: entity, to: &places)
    var (members, conflicts) = places.members()
    if let rest {
      members.append(ExportMember(key: [], node: .rest(column: rest.slot, RestShape(entity: entity))))
    }
    conflicts.forEach(note)
    return ExportShape(
      entity: entity, members: members, bareValue: try bareValue(of: entity, place.tree), embedded: embedded)
  }

  /// Adds the values of attributes.
  ///
  /// - Returns: the attribute that has the members which the model does not name, if it is written.
  private func addAttributes(
    of entity: EntityMapping, at place: Place, to places: inout ExportPlaces
  ) throws -> AttributeMapping? {
    var rest: AttributeMapping?
    let tree = place.tree
    let key = Set(entity.keyParts)
    let parts = entity.valueParts
    for attribute in entity.attributes {
      let own = attribute.schema.name
      let name = tree[own] == nil ? parts[own]?.member ?? own : own
      guard let path = attribute.schema.exportPath else {
        if tree[name]?.isNamed == true, attribute !== entity.itemAttribute {
          let reason = attribute.schema.isLocal ? "local: true" : "export: false"
          throw forbidden(attribute.qualifiedName, "written", by: reason)
        }
        hide(attribute.schema.importPaths, column: attribute.slot, in: &places)
        continue
      }
      if tree.leavesOut(name, isKey: key.contains(name)) {
        if key.contains(name) {
          note("\(attribute.qualifiedName), part of the key, is left out, as was asked")
        }
        hide(attribute.schema.importPaths, column: attribute.slot, in: &places)
        if isUnchanged(name, at: path, of: entity, tree) { places.keep(try value(attribute), at: path) }
        continue
      }
      if path.isEmpty {
        rest = attribute
        continue
      }
      let node = try value(attribute, hasFallback: parts[own]?.hasFallback ?? false)
      places.add(node, at: path, name: attribute.qualifiedName)
      noteAlternates(of: attribute, in: entity)
    }
    return rest
  }

  /// Adds the keys and embedded records of relationships.
  ///
  /// - Returns: the embedded records.
  private func addRelationships(
    of entity: EntityMapping, at place: Place, to places: inout ExportPlaces
  ) throws -> [EmbeddedRecord] {
    var embedded: [EmbeddedRecord] = []
    let tree = place.tree
    let key = Set(entity.keyParts)
    var choices = ExportChoices(writesNull: options.nulls == .written)
    for relationship in entity.relationships {
      let readFrom = relationship.schema.importPaths + relationship.schema.foreignKeyPaths
      if tree.leavesOut(relationship.name, isKey: key.contains(relationship.name)) {
        hide(readFrom, in: &places)
        let path = relationship.schema.keyExportPath ?? relationship.schema.exportPath
        if isUnchanged(relationship.name, at: path, of: entity, tree) {
          for (path, node) in try related(relationship, of: entity, at: place) { places.keep(node, at: path) }
        }
        continue
      }
      if place.through?.inverse === relationship, tree[relationship.name]?.isWish != true { continue }
      let written = try related(relationship, of: entity, at: place)
      for case (_, .embedded(let record)) in written { embedded.append(record) }
      // Null would empty a list that is left out because the other side says the same.
      if !written.contains(where: { $0.node.isAlwaysWritten }) {
        for path in readFrom.compactMap(\.keys) { places.hide(path) }
      }
      if relationship.schema.choice != nil {
        choices.add(written, of: relationship)
        continue
      }
      for (path, node) in written { places.add(node, at: path, name: relationship.qualifiedName) }
    }
    for (path, node, name) in choices.nodes { places.add(node, at: path, name: name) }
    return embedded
  }

  /// Marks what is written of values of several parts.
  private func addGroups(of entity: EntityMapping, to places: inout ExportPlaces) {
    let writesNull = options.nulls == .written
    for group in entity.groups {
      guard let path = group.exportPath else { continue }
      places.add(
        ExportGroup(
          columns: group.slots, isOptional: group.isOptional, writesNull: writesNull,
          tellsLists: isPatch && group.requiredSlots.isEmpty), at: path)
    }
  }

  /// Marks where an import reads what is not written. Not for a record that is in no database or for a server, nor where the
  /// caller names all that is written: these must be able to say that a value is gone.
  private func hide(_ paths: [Schema.ImportPath], column: Int? = nil, in places: inout ExportPlaces) {
    guard connection != nil, options.only == nil, !options.isForServer else { return }
    for path in paths.compactMap(\.keys) { places.hide(path, column: column) }
  }

  /// Whether only what has changed is written, for a server that keeps the rest.
  private var isPatch: Bool { options.isForServer && options.only != nil }

  /// Whether a server has what is at a key path, in the object of a value that may be gone, and a patch does not write it.
  private func isUnchanged(
    _ name: String, at path: [String]?, of entity: EntityMapping, _ tree: ExportTree
  ) -> Bool {
    guard let path, isPatch, tree[name]?.form != .omitted else { return false }
    return entity.groups.contains { group in
      // An object without required parts could not be read again: only null says that such a value is gone.
      group.isOptional && group.requiredSlots.isEmpty
        && group.exportPath.map { path.starts(with: $0) } ?? false
    }
  }

  /// The bare value that a record may be; `nil` if the entity has none or the caller left it out.
  private func bareValue(of entity: EntityMapping, _ tree: ExportTree) throws -> BareValue? {
    guard let attribute = entity.itemAttribute else { return nil }
    let name = attribute.schema.name
    if !entity.isBareValue, tree.leavesOut(name, isKey: entity.keyParts.contains(name)) { return nil }
    if let known = bareValues[entity.index] { return known }
    let made = BareValue(attribute, node: try value(attribute, isItem: true), of: entity)
    bareValues[entity.index] = made
    return made
  }

  func forbidden(_ name: String, _ what: String, by reason: String = "export: false") -> ExportError {
    ExportError(.unknownTarget, "'\(name)' cannot be \(what): the model has `\(reason)`")
  }

  /// - Parameters:
  ///   - hasFallback: whether an import sets something other than null if the value is left out.
  ///   - isItem: whether the value is all that is written.
  private func value(_ attribute: AttributeMapping, hasFallback: Bool = false, isItem: Bool = false) throws
    -> ExportNode
  {
    if let transform = attribute.converter.missingTransform {
      note(
        "\(attribute.qualifiedName) is written as it is stored: the transform '\(transform)' is implemented by the app, and is not available here"
      )
    }
    let hasDefault = attribute.schema.defaultValue.map { $0 != .null } ?? false
    let writer = try ValueWriter(
      attribute, writesNulls: options.nulls == .written, loss: dateLoss(attribute))
    return .value(
      column: attribute.slot, writer: writer,
      writesNull: attribute.schema.isOptional
        && (isItem || hasDefault || hasFallback || options.nulls == .written))
  }
}

extension ExportNode {
  /// Whether it is written unless its record has no value. Lists may be left out that others say.
  fileprivate var isAlwaysWritten: Bool {
    if case .related(let records) = self { records.worth == nil && records.place == nil } else { true }
  }
}

extension ExportTree {
  /// Whether the caller asked for it, in any form.
  fileprivate var isWish: Bool { isNamed || form == .embedded || form == .keys }
}
