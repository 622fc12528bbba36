import RowsmithSchema

extension Translator {
  /// The extension that names the columns and the to-many relationships of an entity, typed.
  func translateNames(of entity: Schema.Entity, properties: [RecordProperty]) -> TypeDeclaration {
    let root = names.model(entity.name)
    let columns = properties.map { property in
      typedName(
        property.name, "\(names.runtime("Column"))<\(root), \(type(of: property))>",
        function: names.runtime("Column"), arguments: self.columns(of: property))
    }
    let toMany = graph.relationships(of: entity.name).filter { $0.cardinality == .toMany }
    let relationships = toMany.map { relationship in
      typedName(
        relationship.name, "\(names.runtime("ToMany"))<\(root), \(names.model(relationship.target))>",
        function: names.runtime("ToMany"), arguments: [relationship.name], doc: relationship.doc)
    }
    var members = [namespace("Columns", "The columns of `\(entity.name)`.", columns)]
    if !relationships.isEmpty {
      members.append(
        namespace("Relationships", "The to-many relationships of `\(entity.name)`.", relationships))
    }
    return TypeDeclaration(
      kind: .extension, name: SwiftName.identifier(entity.name), members: members)
  }

  private func namespace(_ name: String, _ doc: String, _ members: [Declaration]) -> Declaration {
    .type(TypeDeclaration(doc: [doc], kind: .enumeration, name: name, members: members))
  }

  private func typedName(
    _ name: String, _ type: String, function: String, arguments: [String], doc: String? = nil
  ) -> Declaration {
    .property(
      PropertyDeclaration(
        doc: doc.map { [$0] } ?? [], isStatic: true, name: SwiftName.identifier(name), type: type,
        value: .computed([.expression(.call(function, arguments.map { .init(nil, .string($0)) }))])))
  }
}
