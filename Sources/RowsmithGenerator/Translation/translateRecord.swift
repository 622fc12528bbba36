import RowsmithSchema

extension Translator {
  /// The structure of an entity, and the extensions with its columns and its reading.
  func translateRecord(_ entity: Schema.Entity) -> [Declaration] {
    let shape = keyShape(of: entity)
    let properties = properties(of: entity)
    let identifier = translateIdentifier(of: entity, shape: shape, properties: properties)
    var members: [Declaration] = []
    members += identifier.stored
    members += properties.map { .property(translateProperty($0)) }
    members += identifier.computed
    let kind = kind(of: entity)
    if let kind { members.append(translateKind(kind)) }
    let rowIdentifier = identifier.rowIdentifierName
    members.append(
      .function(translateInitializer(properties, rowIdentifier: rowIdentifier, kind: kind)))
    if let initializer = translateKeyInitializer(properties, rowIdentifier: rowIdentifier, kind: kind) {
      members.append(.function(initializer))
    }
    members += translateConversions(to: entity, properties, rowIdentifier: rowIdentifier)
    members += identifier.type
    members += translateChoices(of: entity)
    members += translateToMany(of: entity, key: identifier.key)
    let isSearchable = graph.lineage(of: entity.name).contains { $0.search != nil }
    let conformances =
      [names.runtime(isSearchable ? "SearchableRecord" : "Record")]
      + (identifier.isIdentifiable ? [names.standard("Identifiable")] : [])
    let structure = TypeDeclaration(
      doc: entity.doc.map { [$0] } ?? ["A record of `\(entity.name)`."], kind: .structure,
      name: SwiftName.type(entity.name), conformances: conformances, members: members)
    var reading = translateReading(of: entity, properties: properties, rowIdentifier: rowIdentifier)
    let stored = properties.map(\.name) + (kind.map { $0.isStored ? [$0.property] : [] } ?? [])
    reading.members += translateEquality(stored, of: entity, key: shape)
    let declarations: [Declaration] = [
      .type(structure), .type(translateNames(of: entity, properties: properties)), .type(reading),
    ]
    return declarations + translateFamily(of: entity, isIdentifiable: identifier.isIdentifiable)
  }

  func translateProperty(_ property: RecordProperty) -> PropertyDeclaration {
    PropertyDeclaration(
      doc: documentation(of: property), name: SwiftName.identifier(property.name), type: type(of: property),
      value: .stored)
  }

  /// The model's documentation, or the JSON path if it differs from the name.
  func documentation(of property: RecordProperty) -> [String] {
    if let doc = property.doc { return [doc] }
    guard let path = property.importPaths.first else { return ["The app's own: no JSON has it."] }
    if path == .key(property.name) { return [] }
    return switch path {
    case .keys: ["`\(path)` in JSON."]
    case .mapKey: ["The key under which the JSON holds the record."]
    case .index: ["The position of the record in its JSON array, from 0."]
    case .value: ["The JSON value that the record is made of."]
    case .rest: ["The members of the JSON object that the model does not name."]
    case .record: ["The JSON object itself."]
    }
  }

  func translateInitializer(
    _ properties: [RecordProperty], rowIdentifier: String?, kind: RecordKind?
  ) -> FunctionDeclaration {
    var parameters = properties.map { property in
      FunctionDeclaration.Parameter(
        label: SwiftName.parameter(property.name).declaration, type: type(of: property),
        defaultValue: defaultValue(of: property))
    }
    var body = properties.map { property in
      Statement.assignment(
        target: "self.\(SwiftName.member(property.name))",
        value: .source(SwiftName.parameter(property.name).use))
    }
    if let name = rowIdentifier {
      parameters.insert(
        .init(label: name, type: names.runtime("RowIdentifier"), defaultValue: .source(".unassigned")), at: 0)
      body.insert(.assignment(target: "self.\(name)", value: .source(name)), at: 0)
    }
    if let kind, kind.isStored {
      body.append(.assignment(target: "self.\(kind.property)", value: .source(kind.caseName)))
    }
    return FunctionDeclaration(
      doc: ["Creates a record."], name: "init", parameters: parameters, layout: .onePerLine, body: body)
  }

  /// The names of an entity's properties, and of those for its to-many relationships.
  func memberNames(of entity: Schema.Entity, _ properties: [RecordProperty]) -> Set<String> {
    Set(properties.map(\.name) + toManyRelationships(of: entity).map(\.name))
  }

  /// The name of the property for the row identifier.
  func rowIdentifierName(of entity: Schema.Entity, _ properties: [RecordProperty]) -> String {
    let taken = memberNames(of: entity, properties)
    if !taken.contains("id") { return "id" }
    return taken.contains("rowIdentifier") ? "rowIdentifier2" : "rowIdentifier"
  }
}
