import RowsmithAPI
import RowsmithSchema

/// Looks up the names of a model, makes everything implicit explicit, and checks the result.
///
/// Each step reports what it cannot resolve once and leaves it out; later steps work with the rest, so that one run finds all
/// mistakes.
struct Resolver {
  /// The declarations of the files, without duplicate names.
  var model: ModelDeclaration
  /// The diagnostics so far.
  var diagnostics: [Diagnostic] = []
  /// The schema so far.
  var schema: Schema
  /// The API of the server, if the model has one.
  var api: API?
  /// The declarations of the entities, by name.
  var declarations: [String: EntityDeclaration] = [:]
  /// Finds suggestions for unknown names.
  let suggestions = SuggestionSearch()
  /// The positions of the entities in the schema, by name.
  var places: [String: Int] = [:]
  /// The positions of the relationships in the declaration of an entity, by the entity's name and the relationship's.
  var relationshipPlaces: [String: [String: Int]] = [:]
  /// The values of the enumerations, by name.
  var enumerationValues: [String: [String]] = [:]
  /// The declarations of the value types, by name.
  var valueDeclarations: [String: ValueTypeDeclaration] = [:]
  /// The groups of the entities, by entity name.
  var entityGroups: [String: [Schema.Group]] = [:]
  /// The beginning of the model, for diagnostics about the whole model.
  let origin: SourceRange

  /// Creates a resolver for the model with this name.
  init(_ model: ModelDeclaration, name: String, origin: SourceRange) {
    self.model = model
    self.origin = origin
    schema = Schema(name: name, entities: [])
  }

  /// The casing of JSON keys.
  var casing: Casing { model.defaults.casing?.value ?? .snakeCase }

  /// The names of the entities, in the order of the model.
  var entityNames: [String] { model.entities.map(\.name.value) }

  /// Resolves and checks everything.
  mutating func resolve() {
    replaceChoices()
    checkNames()
    resolveEnumerations()
    resolveValueTypes()
    replaceGroups()
    resolveFamilies()
    resolveDiscriminators()
    resolveAttributes()
    resolveRelationships()
    resolvePrimaryKeys()
    resolveChoiceKeys()
    resolveLifecycles()
    resolveInverses()
    resolveIndexes()
    resolveSearches()
    resolveDocuments()
    schema.history = model.history?.value
    checkImportPaths()
    checkColumns()
    checkPolicies()
    warnOfUnsettableAttributes()
    api = resolveAPI()
  }

  /// The place of an attribute or relationship of an entity, own or inherited.
  func range(of member: String, in entity: String) -> SourceRange {
    var next = entity
    for _ in 0...declarations.count {
      guard let declaration = declarations[next] else { break }
      if let attribute = declaration.attributes.first(where: { $0.name.value == member }) {
        return attribute.name.range
      }
      if let relationship = declaration.relationships.first(where: { $0.name.value == member }) {
        return relationship.name.range
      }
      if let group = declaration.groups.first(where: { $0.name.value == member }) { return group.name.range }
      guard let parent = declaration.parent?.value else { break }
      next = parent
    }
    return declarations[entity]?.name.range ?? origin
  }

  /// The declaration of a relationship that an entity declares itself.
  func relationshipDeclaration(_ name: String, of entity: String) -> RelationshipDeclaration? {
    guard let place = relationshipPlaces[entity]?[name] else { return nil }
    return declarations[entity]?.relationships[place]
  }

  /// The declaration of an attribute that an entity declares itself.
  func attributeDeclaration(_ name: String, of entity: String) -> AttributeDeclaration? {
    declarations[entity]?.attributes.first { $0.name.value == name }
  }
}
