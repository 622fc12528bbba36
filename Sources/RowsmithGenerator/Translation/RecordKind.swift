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

/// The names that generated code needs for a family, found once for all of its entities.
struct FamilyNames {
  /// The property that tells which entity of the family a record is, the same in the whole family.
  let property: String
  /// The names of the cases in the enumerations of the family, by the entities.
  let cases: [String: String]

  private init(_ family: [Schema.Entity]) {
    property = FamilyNames.property(of: family)
    let entities = family.map(\.name)
    cases = Dictionary(
      zip(entities, CaseNames.names(of: entities)), uniquingKeysWith: { first, _ in first })
  }

  /// Those of the families of several entities, by their roots.
  static func all(_ graph: SchemaGraph) -> [String: FamilyNames] {
    let roots = graph.schema.entities.map(\.name).filter { name in
      graph.isExtended(name) && graph.root(of: name)?.name == name
    }
    return Dictionary(
      roots.map { ($0, FamilyNames(graph.descendants(of: $0))) }, uniquingKeysWith: { first, _ in first })
  }

  private static func property(of family: [Schema.Entity]) -> String {
    var taken: Set<String> = []
    for entity in family {
      taken.formUnion(entity.attributes.map(\.name))
      taken.formUnion(entity.groups.map(\.name))
      taken.formUnion(entity.relationships.map { $0.choice?.name ?? $0.name })
    }
    if !taken.contains("kind") { return "kind" }
    if !taken.contains("entityKind") { return "entityKind" }
    let numbered = (2...).lazy.map { number in "entityKind\(number)" }
    return numbered.first { !taken.contains($0) } ?? "entityKind"
  }
}

extension Translator {
  /// The kind of an entity's records; `nil` for an entity without a family.
  func kind(of entity: Schema.Entity) -> RecordKind? {
    guard let root = graph.root(of: entity.name), let family = families[root.name],
      let own = family.cases[entity.name]
    else { return nil }
    return RecordKind(
      property: family.property, type: "\(names.model(root.name)).Kind",
      caseName: ".\(SwiftName.member(own))", isStored: graph.isExtended(entity.name))
  }

  /// An entity and those that extend it, with the names of their cases in the enumerations of the family.
  func familyCases(of entity: Schema.Entity) -> [(entity: String, name: String)] {
    let cases = graph.root(of: entity.name).flatMap { families[$0.name]?.cases } ?? [:]
    return graph.descendants(of: entity.name).compactMap { other in
      cases[other.name].map { (entity: other.name, name: $0) }
    }
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
