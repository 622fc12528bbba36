import RowsmithSchema

extension Translator {
  /// The extension with the typed columns and to-many relationships of an entity.
  func translateNames(of entity: Schema.Entity, properties: [RecordProperty]) -> TypeDeclaration {
    let root = names.model(entity.name)
    var columns = properties.map { property in
      if case .group(let group) = property {
        return typedName(
          group.name, "\(names.runtime("ValueColumns"))<\(root), \(type(of: property))>",
          function: names.runtime("ValueColumns"), arguments: [group.name])
      }
      if case .choice(let choice) = property {
        return typedName(
          choice.name, "\(names.runtime("ChoiceColumn"))<\(root), \(type(of: choice))>",
          function: names.runtime("ChoiceColumn"), arguments: self.columns(of: property))
      }
      return typedName(
        property.name, "\(names.runtime("Column"))<\(root), \(type(of: property))>",
        function: names.runtime("Column"), arguments: self.columns(of: property))
    }
    if let kind = kind(of: entity), kind.isStored {
      columns.append(
        typedName(
          kind.property, "\(names.runtime("Column"))<\(root), \(kind.type)>",
          function: names.runtime("Column"), arguments: [RecordKind.column]))
    }
    let toMany = toManyRelationships(of: entity)
    let relationships = toMany.map { relationship in
      typedName(
        relationship.name, "\(names.runtime("ToMany"))<\(root), \(names.model(relationship.target))>",
        function: names.runtime("ToMany"), arguments: [relationship.name], doc: relationship.doc)
    }
    let doc = "The columns of `\(entity.name)`" + (toMany.isEmpty ? "." : ", and its to-many relationships.")
    return TypeDeclaration(
      kind: .extension, name: SwiftName.type(entity.name),
      members: [namespace("Columns", doc, columns + relationships)])
  }

  /// The properties of a record for its to-many relationships.
  func translateToMany(of entity: Schema.Entity, key: Expression?) -> [Declaration] {
    guard let key else { return [] }
    return toManyRelationships(of: entity).map { relationship in
      .property(
        PropertyDeclaration(
          doc: [relationship.doc ?? "The records of `\(relationship.name)`, to be fetched."],
          name: SwiftName.identifier(relationship.name),
          type: "\(names.runtime("Query"))<\(names.model(relationship.target))>",
          value: .computed([
            .expression(
              .call("Columns.\(SwiftName.member(relationship.name)).records", [.init("of", key)]))
          ])))
    }
  }

  /// The to-many relationships of an entity, inherited ones first.
  func toManyRelationships(of entity: Schema.Entity) -> [Schema.Relationship] {
    graph.relationships(of: entity.name).filter { $0.cardinality == .toMany }
  }

  func namespace(_ name: String, _ doc: String, _ members: [Declaration]) -> Declaration {
    .type(TypeDeclaration(doc: [doc], kind: .enumeration, name: name, members: members))
  }

  func typedName(
    _ name: String, _ type: String, function: String, arguments: [String], doc: String? = nil,
    isStatic: Bool = true
  ) -> Declaration {
    .property(
      PropertyDeclaration(
        doc: doc.map { [$0] } ?? [], isStatic: isStatic, name: SwiftName.identifier(name), type: type,
        value: .computed([.expression(.call(function, arguments.map { .init(nil, .string($0)) }))])))
  }
}
