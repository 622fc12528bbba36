import Rowsmith
import RowsmithInference
import TestSupport
import Testing

/// Lists of objects that nothing tells apart and that hold records, such as the positions of an order.
@Suite struct RowTests {
  private static func product(_ id: Int) -> String { #"{"id": \#(id), "name": "p\#(id)"}"# }

  /// An order with positions, each a quantity and the key of a product.
  private static func order(_ id: Int, _ positions: [(Int, Int)]) -> String {
    let items = positions.map { #"{"quantity": \#($0.0), "product": \#(product($0.1))}"# }
    return #"{"id": \#(id), "total": \#(id * 70), "positions": [\#(items.joined(separator: ", "))]}"#
  }

  private static let orders = "[\(order(1, [(2, 10), (1, 11), (2, 10)])), \(order(2, [(1, 10)]))]"

  private static let playlist = """
    {"id": "p1", "name": "Mix", "tracks": {"total": 3, "items": [
      {"added_at": "2024-01-02T03:04:05Z", "added_by": {"id": "u1", "login": "ann"},
       "track": {"id": "t1", "title": "a", "artists": [{"id": "x1", "born": 1950}]}},
      {"added_at": "2024-01-03T03:04:05Z", "added_by": {"id": "u2", "login": "bob"},
       "track": {"id": "t2", "title": "b",
                 "artists": [{"id": "x1", "born": 1950}, {"id": "x2", "born": 1960}]}},
      {"added_at": "2024-01-04T03:04:05Z", "added_by": {"id": "u1", "login": "ann"},
       "track": {"id": "t1", "title": "a", "artists": [{"id": "x1", "born": 1950}]}}]}}
    """

  /// Orders whose positions say which order they replace.
  private static let replacing = """
    [{"id": 1, "positions": [{"quantity": 1, "order": {"id": 2}}, {"quantity": 4, "order": {"id": 1}}]},
     {"id": 2, "positions": []}]
    """

  private static let parcels = """
    [{"id": 1, "parcels": [
      {"sender": {"id": 5, "login": "x"}, "lines": [{"count": 1, "item": {"id": 7, "sku": "y"}}]},
      {"sender": {"id": 5, "login": "x"}, "lines": []}]}]
    """

  /// An order that is in two places.
  private static let twice = """
    [{"id": 1, "orders": [\(order(5, [(1, 3)])), \(order(6, [(1, 3), (1, 3)]))],
      "last_order": \(order(6, [(1, 3), (1, 3)]))}]
    """

  private func infer(_ json: String) throws -> InferredModel {
    var options = Inference.Options()
    options.name = "orders"
    return try Inference.infer([.string(json)], options)
  }

  @Test func `objects that nothing tells apart are rows that lead to the records in them`() throws {
    let inferred = try infer(Self.orders)
    #expect(
      inferred.draft.yaml().hasSuffix(
        """
            relationships:
              positions: { to: [Position], ordered: true, MergePolicy: Replace, DeleteRule: Cascade }

          # No member tells these records apart: their list replaces them.
          Position:
            attributes:
              quantity: Int
            relationships:
              product: Product
              order: { to: Order?, export: false }  # whose list it is in

          Product:
            attributes:
              id: Int
              name: String

        """), "\(inferred.draft.yaml())")
    #expect(inferred.cautions == [])
    let imported = try Imported(inferred, .string(Self.orders))
    #expect(try imported.database.rows(of: "Position") == 4 && imported.database.rows(of: "Product") == 2)
    #expect(throws: PlainDatabase.Failure.self) { try imported.database.rows(of: "Order_positions") }
    // A later document is the whole list.
    let later = "[\(Self.order(1, [(5, 11)])), \(Self.order(2, []))]"
    _ = try imported.store.importJSON(.string(later), into: inferred.target)
    #expect(try imported.database.rows(of: "Position") == 1 && imported.database.rows(of: "Product") == 2)
  }

  @Test func `rows in an object are called as the object, and with their owner if records in them are, too`()
    throws
  {
    let draft = try ModelDraft.of(Self.playlist, named: "playlists")
    #expect(draft.entities.map(\.name) == ["Playlist", "PlaylistTrack", "AddedBy", "Track", "Artist"])
    #expect(draft.values.isEmpty)
    #expect(draft.line("Playlist", "tracksTotal") == "tracksTotal: { type: Int, ImportName: tracks.total }")
    #expect(draft.entities[0].relationships.map(\.type) == ["[PlaylistTrack]"])
    #expect(draft.line("PlaylistTrack", "track") == "track: Track")
  }

  @Test func `a record in a row does not say whose list the row is in`() throws {
    let draft = try infer(Self.replacing).draft
    #expect(draft.yaml().contains("inverse: none"), "\(draft.yaml())")
    #expect(!draft.yaml().contains("export: false"))
  }

  @Test func `such a list in a row is kept as JSON`() throws {
    let draft = try ModelDraft.of(Self.parcels, named: "orders")
    #expect(draft.line("Parcel", "lines") == "lines: JSON  # objects that nothing tells apart")
  }

  @Test(arguments: [
    // Anything but objects among them, and a member that no model can name.
    #"[{"id": 1, "parts": [{"size": 1, "item": {"id": 7, "name": "x"}}, null]}]"#,
    #"[{"id": 1, "parts": [{"$key": "a", "item": {"id": 7, "name": "x"}}]}]"#,
    // A record that nothing tells apart itself.
    #"[{"size": 1, "parts": [{"size": 1, "item": {"id": 7, "name": "x"}}]}, {"size": 1, "parts": []}]"#,
  ])
  func `what cannot be kept as rows is kept as JSON`(_ json: String) throws {
    let draft = try ModelDraft.of(json, named: "orders")
    #expect(draft.line("Order", "parts")?.hasPrefix("parts: JSON") == true, "\(draft.yaml())")
  }

  @Test(arguments: [orders, playlist, replacing, parcels, twice])
  func `rows lose nothing, and are the same after the next import`(_ json: String) throws {
    #expect(try RandomSampleTests.mismatch(json) == nil)
  }

  @Test func `rows have one policy, whatever that of the model is`() throws {
    let model = """
      rowsmith: 1
      entities:
        Order:
          attributes:
            id: Int
            total: Int

      """
    let text = try HintedModel(text: model, path: "Orders.yml").adding(infer(Self.orders)).text
    #expect(text.contains("ordered: true, MergePolicy: Replace, DeleteRule: Cascade }\n"), "\(text)")
    #expect(text.contains("product: { to: Product, MergePolicy: Merge }\n"), "\(text)")
  }
}
