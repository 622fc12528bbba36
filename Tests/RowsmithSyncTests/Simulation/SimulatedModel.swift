import Rowsmith
import RowsmithModel
import RowsmithSync

/// The model of the simulation: rows with attributes that one client each may change, one that all may, a list and links that
/// are sets, and what leads to one of two entities: one such link that one client each may change, one that all may.
enum SimulatedModel {
  static let yaml = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    entities:
      Folder: { PrimaryKey: id, attributes: { id: String, name: String? } }
      Item:
        PrimaryKey: id
        attributes: { id: String, title: String?, a: String?, b: String?, c: String?, tokens: "[String]?" }
        relationships:
          folder: Folder?
          tags: { to: "[Tag]", inverse: items }
          fans: { to: "[Tag]" }
          about: { oneOf: { folder: Folder, item: Item } }
          subject: { oneOf: { folder: Folder, item: Item } }
      Tag: { PrimaryKey: id, attributes: { id: String, name: String? }, relationships: { items: "[Item]" } }
    """

  static let schema: Schema = {
    ModelCompiler.compile([ModelSource(path: "Simulated.yml", text: yaml)], name: "Simulated").schema
      ?? Schema(name: "", entities: [])
  }()

  static func plan(server: String = "memory", settings: [SyncPlan.Setting] = []) -> SyncPlan {
    SyncPlan(
      server: server, settings: settings, deleteConflict: .deleteWins,
      entities: [
        .init("Folder", collection: "folders"),
        .init(
          "Item", collection: "items", memberConflicts: [.init("tokens", .union), .init("tags", .union)],
          links: [.init("tags", .array), .init("fans", .relation(collection: "fans"))]),
        .init("Tag", collection: "tags"),
      ])
  }

  /// The collections, by what the server calls them.
  static let collections = ["fans", "folders", "items", "tags"]
  /// What of an item belongs to one client each.
  static let owned = ["a", "b", "c", "folder", "about"]
  /// What of an item leads to one of several entities.
  static let choices = ["about", "subject"]
  /// What of an item anybody may change.
  static let contested = ["title", "subject"]
}
