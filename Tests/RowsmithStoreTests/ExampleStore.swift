import Bands
import GitHub
import Rowsmith
import Shop

/// The example models with their documents imported.
enum ExampleStore {
  static func bands() throws -> Store { try filled(BandsModel(), "bands.json", .document("catalog")) }
  static func shop() throws -> Store { try filled(ShopModel(), "shop.json", .document("shop")) }
  static func gitHub() throws -> Store { try filled(GitHubModel(), "github-issues.json", .entity("Issue")) }

  private static func filled<M: Model>(_ model: M, _ document: String, _ target: ImportTarget) throws -> Store
  {
    let store = try Store(.memory, model: model)
    let path = Repository.path("Schemas/Documents/\(document)")
    let report = try store.importJSON(.file(path), into: target)
    precondition(!report.entities.isEmpty)
    return store
  }
}
