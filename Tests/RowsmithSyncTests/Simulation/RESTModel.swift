import Rowsmith
import RowsmithAPI
import RowsmithModel
import RowsmithSync

/// The model of the simulation with routes: the same rows, with the members that such a server adds to them.
enum RESTModel {
  /// How the server tells what has changed, and versions from each other.
  enum Manner: Sendable {
    /// Lists of what is new by its clock, versions in the records, batches.
    case lists
    /// A feed of changes, versions in `ETag`, folders with keys of the server's.
    case feed
  }

  static func plan(_ manner: Manner, overlap: String = "1") -> SyncPlan {
    var plan = SimulatedModel.plan(server: "rest", settings: settings(manner, overlap))
    for index in plan.entities.indices {
      if plan.entities[index].name == "Item" {
        // Links that are records of their own have no routes.
        plan.entities[index].links = [.init("tags", .array), .init("fans", .array)]
        plan.entities[index].memberConflicts.append(.init("fans", .union))
      } else if plan.entities[index].name == "Folder", manner == .feed {
        plan.entities[index].settings = [.init("serverKey", "number")]
      }
    }
    return plan
  }

  private static func settings(_ manner: Manner, _ overlap: String) -> [SyncPlan.Setting] {
    switch manner {
    case .lists: [.init("version", "lockVersion"), .init("overlap", overlap)]
    case .feed: [.init("changes", "changes"), .init("version", "etag")]
    }
  }

  static func model(_ manner: Manner) -> CompiledModel { manner == .lists ? lists : feed }

  private static let lists = compile(.lists)
  private static let feed = compile(.feed)

  private static func compile(_ manner: Manner) -> CompiledModel {
    let source = ModelSource(path: "REST.yml", text: yaml(manner))
    return ModelCompiler.compile([source], name: "Simulated")
  }

  private static func yaml(_ manner: Manner) -> String {
    let hasNumbers = manner == .feed
    let batch = manner == .lists ? ", batch: { path: batch, limit: 10 }" : ""
    let own = "updatedAt: { type: Date?, export: false }, lockVersion: { type: Int?, export: false }"
    let key =
      hasNumbers
      ? "id: { type: String, ImportName: uuid }, number: { type: Int?, ImportName: id, export: false }"
      : "id: String"
    return """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      api: { baseURL: "http://rest.test/v1"\(batch) }
      routes:
      \(routes("folders", "Folder", key: hasNumbers ? "number" : "id"))
      \(routes("items", "Item", key: "id"))
      \(routes("tags", "Tag", key: "id", isPut: true))
      entities:
        Folder: { PrimaryKey: id, DeletedWhen: deleted, attributes: { \(key), name: String?, \(own) } }
        Item:
          PrimaryKey: id
          DeletedWhen: deleted
          attributes: { id: String, title: String?, a: String?, b: String?, c: String?, tokens: "[String]?", \(own) }
          relationships:
            folder: Folder?
            tags: { to: "[Tag]", inverse: items }
            fans: { to: "[Tag]" }
            about: { oneOf: { folder: Folder, item: Item } }
            subject: { oneOf: { folder: Folder, item: Item } }
        Tag:
          PrimaryKey: id
          DeletedWhen: deleted
          attributes: { id: String, name: String?, \(own) }
          relationships: { items: "[Item]" }
      """
  }

  private static func routes(_ path: String, _ entity: String, key: String, isPut: Bool = false) -> String {
    """
      \(path):
        get: \(path)
        query: { per_page: Int, sort: String, ids: String, include_deleted: Bool, uuid: String }
        returns: "[\(entity)]"
        pages: link
        incremental: { parameter: updated_since, from: updatedAt }
      read\(entity): { get: "\(path)/:\(key)", returns: \(entity) }
      create\(entity): { \(isPut ? "put: \"\(path)/:\(key)\"" : "post: \(path)"), sends: \(entity), returns: \(entity) }
      change\(entity): { patch: "\(path)/:\(key)", sends: \(entity), returns: \(entity) }
      delete\(entity): { delete: "\(path)/:\(key)", deletes: \(entity), query: [lock_version] }
    """
  }
}
