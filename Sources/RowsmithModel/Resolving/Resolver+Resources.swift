import RowsmithAPI
import RowsmithSchema

extension Resolver {
  /// The routes that `resource` creates, without those that the model declares.
  mutating func resources(_ graph: SchemaGraph) -> [RouteDeclaration] {
    var seen: [String: Located<String>] = [:]
    for route in model.routes { seen[route.name.value.lowercased()] = route.name }
    let own = Set(model.routes.map(\.name.value))
    var made: [RouteDeclaration] = []
    for entity in model.entities {
      guard let resource = entity.resource else { continue }
      guard graph.hasPlainKey(entity.name.value),
        let key = graph.root(of: entity.name.value)?.primaryKey.first
      else {
        if declarations[graph.root(of: entity.name.value)?.name ?? ""]?.isIncomplete == false {
          diagnostics.append(.resourceNeedsKey(entity.name.value, at: resource.range))
        }
        continue
      }
      for route in rails(entity.name.value, key: key, at: resource.range)
      where !own.contains(route.name.value) {
        if let first = seen[route.name.value.lowercased()] {
          reportCollision(route.name, first)
        } else {
          seen[route.name.value.lowercased()] = route.name
          made.append(route)
        }
      }
    }
    return made
  }

  /// The five routes of a resource in the conventions of Ruby on Rails.
  private func rails(_ entity: String, key: String, at range: SourceRange) -> [RouteDeclaration] {
    let one = SwiftNames.instance(of: entity)
    let many = Plural.of(one)
    let folder = Casing.snakeCase.key(for: many)
    func route(_ name: String, _ method: RouteMethod, _ path: String) -> RouteDeclaration {
      RouteDeclaration(
        name: Located(value: name, range: range), methods: Located(value: [method], range: range),
        path: Located(value: PathTemplate(path), range: range))
    }
    // A word that is its own plural gets a name as in Rails: `news_index`.
    var all = route(many == one ? "\(one)Index" : many, .get, folder)
    var get = route(one, .get, "\(folder)/:\(key)")
    var create = route("create\(one.capitalisedFirst)", .post, folder)
    var update = route("update\(one.capitalisedFirst)", .patch, "\(folder)/:\(key)")
    var remove = route("remove\(one.capitalisedFirst)", .delete, "\(folder)/:\(key)")
    let record = TypeReference(entity, at: range)
    let name = Located(value: entity, range: range)
    all.returns = TypeReference(listOf: name)
    get.returns = record
    (create.sends, create.returns) = (name, record)
    (update.sends, update.returns) = (name, record)
    create.under = Located(value: Casing.snakeCase.key(for: one), range: range)
    update.under = create.under
    remove.deletes = name
    return [all, get, create, update, remove]
  }
}
