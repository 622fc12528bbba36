import RowsmithSchema

/// The property that tells which entity of its family a record is.
struct RecordKind: Equatable {
  /// The property: `kind`, unless an entity of the family has a member with that name.
  var property: String
  /// The enumeration: `Media.Kind`.
  var type: String
  /// The case for the entity itself: `.image`.
  var caseName: String
  /// Whether a record may be of an entity that extends the one of its type.
  var isStored: Bool

  /// The column of the property.
  static let column = "entityName"
}

extension Translator {
  /// The kind of an entity's records; `nil` for an entity without a family.
  func kind(of entity: Schema.Entity) -> RecordKind? {
    guard let root = graph.root(of: entity.name) else { return nil }
    let cases = familyCases(of: root)
    guard cases.count > 1, let own = cases.first(where: { $0.entity == entity.name }) else { return nil }
    return RecordKind(
      property: kindProperty(cases.map(\.entity)), type: "\(names.model(root.name)).Kind",
      caseName: ".\(SwiftName.member(own.name))", isStored: graph.isExtended(entity.name))
  }

  /// The entities of a family, with the names of their cases in the enumerations of the family.
  func familyCases(of root: Schema.Entity) -> [(entity: String, name: String)] {
    let entities = graph.descendants(of: root.name).map(\.name)
    return Array(zip(entities, CaseNames.names(of: entities)))
  }

  /// The property's name, the same in the whole family.
  private func kindProperty(_ family: [String]) -> String {
    var taken: Set<String> = []
    for entity in family.compactMap(graph.entity) {
      taken.formUnion(entity.attributes.map(\.name))
      taken.formUnion(entity.groups.map(\.name))
      taken.formUnion(entity.relationships.map { $0.choice?.name ?? $0.name })
    }
    if !taken.contains("kind") { return "kind" }
    if !taken.contains("entityKind") { return "entityKind" }
    let numbered = (2...).lazy.map { number in "entityKind\(number)" }
    return numbered.first { !taken.contains($0) } ?? "entityKind"
  }

  /// The property of a record.
  func translateKind(_ kind: RecordKind) -> Declaration {
    .property(
      PropertyDeclaration(
        doc: [
          kind.isStored
            ? "Which entity of the family the record is. Writing the record does not change it."
            : "Which entity of the family the record is."
        ], name: kind.property, type: kind.type,
        value: kind.isStored ? .constant : .computed([.expression(.source(kind.caseName))])))
  }
}
