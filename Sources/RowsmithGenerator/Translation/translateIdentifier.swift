import RowsmithSchema

extension Translator {
  /// The declarations for a record's identity.
  struct Identifier {
    /// The stored property for the row identifier.
    var stored: [Declaration] = []
    /// The computed `id`.
    var computed: [Declaration] = []
    /// The nested type of a composite key.
    var type: [Declaration] = []
    /// Whether `id` is the key.
    var isIdentifiable = true
    /// The name of the property for the row identifier.
    var rowIdentifierName: String?
    /// The key, in code of the record's own type; `nil` if there is none.
    var key: Expression?
  }

  func translateIdentifier(
    of entity: Schema.Entity, shape: RecordKeyShape, properties: [RecordProperty]
  ) -> Identifier {
    // A property called `id` that is not the key prevents the conformance to Identifiable.
    let isTaken = memberNames(of: entity, properties).contains("id")
    var identifier = Identifier(isIdentifiable: !isTaken)
    switch shape {
    case .none: identifier.isIdentifiable = false
    case .rowIdentifier:
      let name = rowIdentifierName(of: entity, properties)
      identifier.rowIdentifierName = name
      identifier.key = .source(name)
      identifier.stored = [
        .property(
          PropertyDeclaration(
            doc: ["What links to this record hold; the database chose it."], name: name,
            type: names.runtime("RowIdentifier"), value: .stored))
      ]
    case .single(let part):
      let key = Expression.source(SwiftName.value(of: part.name))
      identifier.key = key
      if part.name == "id" {
        identifier.isIdentifiable = true
      } else if !isTaken {
        identifier.computed = [computedID(type(of: part), key)]
      }
    case .composite(let parts):
      let type = keyType(of: entity)
      if entity.parent == nil { identifier.type = [.type(translateCompositeKey(parts, of: entity))] }
      let arguments = parts.map { part in
        Expression.Argument(SwiftName.argument(part.name), .source(SwiftName.value(of: part.name)))
      }
      let key = Expression.call(type, arguments)
      identifier.key = key
      if !isTaken { identifier.computed = [computedID(type, key)] }
    }
    return identifier
  }

  private func computedID(_ type: String, _ value: Expression) -> Declaration {
    .property(
      PropertyDeclaration(
        doc: ["The primary key."], name: "id", type: type, value: .computed([.expression(value)])))
  }
}
