import RowsmithSchema

extension Translator {
  /// The declarations that read records of an entity and those that extend it, each as its own type.
  func translateFamily(of entity: Schema.Entity, isIdentifiable: Bool) -> [Declaration] {
    guard graph.isExtended(entity.name), let root = graph.root(of: entity.name) else { return [] }
    var members = root.name == entity.name ? [translateKinds(of: root)] : []
    members.append(.type(translateFamilyType(of: entity, isIdentifiable: isIdentifiable)))
    return [
      .type(
        TypeDeclaration(
          kind: .extension, name: SwiftName.type(entity.name),
          conformances: [names.runtime("ParentRecord")], members: members))
    ]
  }

  /// The entities of a family as an enumeration.
  private func translateKinds(of root: Schema.Entity) -> Declaration {
    .type(
      translateEnumeration(
        Schema.Enumeration(
          name: "Kind", values: familyCases(of: root).map(\.entity),
          doc: "An entity of the family of `\(root.name)`."), type: "\(names.model(root.name)).Kind",
        comments: EnumerationComments(
          unlisted: "An entity that the model does not have.", listed: "The entities of the family.",
          reading: "Creates the kind of the entity with this name.",
          writing: "The name of the entity in the model.")))
  }

  /// The records of an entity and of those that extend it as an enumeration.
  private func translateFamilyType(of entity: Schema.Entity, isIdentifiable: Bool) -> TypeDeclaration {
    let own = names.model(entity.name)
    let cases = familyCases(of: entity)
    var members: [Declaration] = cases.map { entity, name in
      .enumCase(EnumCaseDeclaration(name: SwiftName.identifier(name), payload: [names.model(entity)]))
    }
    members.append(
      .property(
        PropertyDeclaration(
          doc: ["What every record of the family has."], name: "base", type: own,
          value: .computed([
            .switch(
              subject: "self",
              cases: cases.map { other, name in
                .init(
                  pattern: "case .\(SwiftName.member(name))(let record)",
                  body: other == entity.name ? "record" : "\(names.value(entity.name))(record)")
              })
          ]))))
    if isIdentifiable {
      members.append(
        .property(
          PropertyDeclaration(
            doc: ["What identifies the record."], name: "id", type: "\(own).ID",
            value: .computed([.expression(.source("base.id"))]))))
    }
    members += [translateTypes(cases), translateFamilyReading(cases, of: entity)]
    return TypeDeclaration(
      doc: ["A record of `\(entity.name)` or of what extends it, as what it is."], kind: .enumeration,
      name: "Family",
      conformances: [names.runtime("RecordFamily")]
        + (isIdentifiable ? [names.standard("Identifiable")] : []),
      members: members)
  }

  private func translateTypes(_ cases: [(entity: String, name: String)]) -> Declaration {
    .property(
      PropertyDeclaration(
        doc: ["The types of the records."], isStatic: true, name: "types",
        type: "[any \(names.runtime("Record")).Type]",
        value: .computed([
          .expression(.array(cases.map { .source("\(names.value($0.entity)).self") }))
        ])))
  }

  /// The initializer from a row. A row of an unknown entity is read as a record of this one.
  private func translateFamilyReading(
    _ cases: [(entity: String, name: String)], of entity: Schema.Entity
  ) -> Declaration {
    func assignment(_ name: String) -> String { "self = .\(SwiftName.member(name))(try row.record())" }
    let others = cases.filter { $0.entity != entity.name }.map { other, name in
      Statement.Case(pattern: "case \(StringLiteral.source(other))", body: assignment(name))
    }
    let own = cases.filter { $0.entity == entity.name }.map { _, name in
      Statement.Case(pattern: "default", body: assignment(name))
    }
    return .function(
      FunctionDeclaration(
        doc: ["Reads the record that a row holds."], name: "init",
        parameters: [.init(label: "row", type: names.runtime("FamilyRow"))],
        effects: "throws(\(names.runtime("RowDecodingError")))",
        body: [.switch(subject: "row.entity", cases: others + own)]))
  }

  /// The initializers that convert a record of an entity that extends this one.
  ///
  /// Only one of an entity right below this one is taken apart. Any other is converted to that first: otherwise a line of
  /// entities would have as many assignments as the cube of its length.
  func translateConversions(
    to entity: Schema.Entity, _ properties: [RecordProperty], rowIdentifier: String?
  ) -> [Declaration] {
    guard let kind = kind(of: entity), kind.isStored else { return [] }
    var below = entity
    return graph.descendants(of: entity.name).dropFirst().map { other in
      let body: [Statement]
      if other.parent == entity.name {
        below = other
        let members = properties.map(\.name) + [kind.property]
        body = assignments(from: other, members, rowIdentifier: rowIdentifier)
      } else {
        // What extends an entity follows it.
        let converted = Expression.call(names.value(below.name), [.init(nil, .source("record"))])
        body = [.expression(.call("self.init", [.init(nil, converted)]))]
      }
      return .function(
        FunctionDeclaration(
          doc: ["What `\(entity.name)` has of a record of `\(other.name)`."], name: "init",
          parameters: [.init(label: "_ record", type: names.model(other.name))], body: body))
    }
  }

  private func assignments(
    from other: Schema.Entity, _ properties: [String], rowIdentifier: String?
  ) -> [Statement] {
    var statements = properties.map { name in
      let member = SwiftName.member(name)
      return Statement.assignment(target: "self.\(member)", value: .source("record.\(member)"))
    }
    if let rowIdentifier {
      let source = rowIdentifierName(of: other, self.properties(of: other))
      statements.insert(
        .assignment(target: "self.\(rowIdentifier)", value: .source("record.\(source)")), at: 0)
    }
    return statements
  }
}
