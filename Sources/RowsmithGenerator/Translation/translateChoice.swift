import RowsmithSchema

/// A to-one relationship to one of several entities, in generated code.
struct RecordChoice: Equatable {
  /// Its name in the model.
  var name: String
  /// The entity that declares it, whose record contains the type.
  var entity: String
  /// The relationships to each of the entities.
  var parts: [Schema.Relationship]
  /// Whether it must have a target.
  var isRequired: Bool

  /// The name of the type: `Subject`.
  var typeName: String { TypeNames.ofChoice(name) }

  /// The parts with the names of their cases.
  var cases: [(part: Schema.Relationship, name: String)] {
    Array(zip(parts, CaseNames.names(of: parts.map(\.target))))
  }
}

extension Translator {
  /// The to-one relationships of an entity; one to several entities is a single property.
  func toOneProperties(of entity: Schema.Entity) -> [RecordProperty] {
    graph.lineage(of: entity.name).flatMap { declarer in
      var seen: Set<String> = []
      return declarer.relationships.filter { $0.cardinality == .toOne }.compactMap { relationship in
        guard let name = relationship.choice?.name else { return .reference(relationship) }
        guard seen.insert(name).inserted else { return nil }
        return declarer.choices.first { $0.name == name }.map { choice in
          .choice(
            RecordChoice(
              name: name, entity: declarer.name, parts: choice.relationships, isRequired: choice.isRequired))
        }
      } as [RecordProperty]
    }
  }

  /// The type of the relationship's property.
  func type(of choice: RecordChoice) -> String {
    "\(names.model(choice.entity)).\(SwiftName.member(choice.typeName))"
  }

  /// The types of the relationships to several entities that an entity declares itself.
  func translateChoices(of entity: Schema.Entity) -> [Declaration] {
    toOneProperties(of: entity).compactMap { property in
      guard case .choice(let choice) = property, choice.entity == entity.name else { return nil }
      return .type(translateChoice(choice))
    }
  }

  private func translateChoice(_ choice: RecordChoice) -> TypeDeclaration {
    var members: [Declaration] = choice.cases.map { part, name in
      .enumCase(
        EnumCaseDeclaration(
          name: SwiftName.identifier(name),
          payload: ["\(names.runtime("Reference"))<\(names.model(part.target))>"]))
    }
    members += [
      .type(translateTargets(choice)),
      .property(
        PropertyDeclaration(
          doc: ["The types of the records, in the order of the columns."], isStatic: true, name: "targets",
          type: "[any \(names.runtime("Record")).Type]",
          value: .computed([
            .expression(.array(choice.parts.map { .source("\(names.value($0.target)).self") }))
          ]))),
      .property(
        PropertyDeclaration(
          doc: ["The index of the type, and the key."], name: "link",
          type: "(target: \(names.standard("Int")), key: any \(names.runtime("RecordKey")))",
          value: .computed([
            .switch(
              subject: "self",
              cases: choice.cases.enumerated().map { index, entry in
                .init(
                  pattern: "case .\(SwiftName.member(entry.name))(let reference)",
                  body: "(\(index), reference.key)")
              })
          ]))),
      .function(translateReading(choice)),
      .function(translateTarget(choice)),
      .function(translateFetching(choice)),
      .property(
        PropertyDeclaration(
          doc: ["`true`: the request runs one statement."], name: "isOneStatement",
          type: names.standard("Bool"), value: .computed([.expression(.source("true"))]))),
    ]
    return TypeDeclaration(
      doc: ["A link to what `\(choice.name)` leads to."], kind: .enumeration,
      name: SwiftName.identifier(choice.typeName),
      conformances: [names.runtime("ReferenceChoice"), names.runtime("ReadRequest")], members: members)
  }

  private func translateTargets(_ choice: RecordChoice) -> TypeDeclaration {
    TypeDeclaration(
      doc: ["A record that `\(choice.name)` leads to."], kind: .enumeration, name: TypeNames.target,
      conformances: [names.standard("Sendable"), names.standard("Hashable")],
      members: choice.cases.map { part, name in
        .enumCase(
          EnumCaseDeclaration(name: SwiftName.identifier(name), payload: [names.model(part.target)]))
      })
  }

  private func translateReading(_ choice: RecordChoice) -> FunctionDeclaration {
    let int = names.standard("Int")
    return FunctionDeclaration(
      doc: ["Reads a link."], name: "init?",
      parameters: [
        .init(label: "target", type: int), .init(label: "row", type: names.runtime("Row")),
        .init(label: "at index", type: int),
      ], effects: "throws(\(names.runtime("RowDecodingError")))",
      body: [
        .switch(
          subject: "target",
          cases: choice.cases.enumerated().map { index, entry in
            .init(
              pattern: "case \(index)",
              body: "self = .\(SwiftName.member(entry.name))(try row.reference(at: index))")
          } + [.init(pattern: "default", body: "return nil")])
      ])
  }

  private func translateTarget(_ choice: RecordChoice) -> FunctionDeclaration {
    FunctionDeclaration(
      doc: ["The record as what the link leads to."], name: "static func target",
      parameters: [.init(label: "_ record", type: "any \(names.runtime("Record"))")], effects: "-> Target?",
      body: [
        .switch(
          subject: "record",
          cases: choice.cases.map { part, name in
            .init(
              pattern: "case let record as \(names.model(part.target))",
              body: ".\(SwiftName.member(name))(record)")
          } + [.init(pattern: "default", body: "nil")])
      ])
  }

  private func translateFetching(_ choice: RecordChoice) -> FunctionDeclaration {
    FunctionDeclaration(
      doc: ["Reads the record; nil where it has not arrived."], name: "func fetch",
      parameters: [.init(label: "_ db", type: names.runtime("ReadTransaction"))],
      effects: "throws -> Target?",
      body: [
        .switch(
          subject: "self",
          cases: choice.cases.map { _, name in
            let member = SwiftName.member(name)
            return .init(
              pattern: "case .\(member)(let reference)",
              body: "try reference.fetch(db).map { .\(member)($0) }")
          })
      ])
  }
}
