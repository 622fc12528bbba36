import Bands
import Foundation
import GitHub
import Rowsmith
import Shop
import Testing

/// JSON of values that are in no database.
struct ValueProductionTests {
  private let band = Band(name: "Japan", formed: 1974, disbanded: 1991, otherNames: "Rain Tree Crow")

  @Test
  func `a value is spelled as a store spells its row`() throws {
    #expect(
      try BandsModel().json(of: band).text
        == #"{"name":"Japan","formed":1974,"disbanded":1991,"other_names":"Rain Tree Crow"}"#)
    let album = Album(
      name: "Tin Drum", released: Date(timeIntervalSince1970: 374_198_400), band: Reference("Japan"))
    #expect(
      try BandsModel().json(of: album).text
        == #"{"name":"Tin Drum","released":"1981-11-10T00:00:00Z","band":"Japan"}"#)
  }

  @Test
  func `several are an array, in the layout that is asked for`() throws {
    let bands = [band, Band(name: "Dolphin Brothers", formed: 1987)]
    let json =
      #"[{"name":"Japan","formed":1974,"disbanded":1991,"other_names":"Rain Tree Crow"},"#
      + #"{"name":"Dolphin Brothers","formed":1987}]"#
    #expect(try BandsModel().json(of: bands).text == json)
    #expect(try BandsModel().json(of: [Band]()).text == "[]")
    #expect(String(decoding: try BandsModel().jsonData(of: bands), as: UTF8.self) == json + "\n")
    var lines = ExportOptions()
    lines.layout = .lines
    lines.only = [["formed"]]
    #expect(
      String(decoding: try BandsModel().jsonData(of: bands, options: lines), as: UTF8.self)
        == #"{"name":"Japan","formed":1974}"# + "\n" + #"{"name":"Dolphin Brothers","formed":1987}"# + "\n")
  }

  @Test
  func `what is read from a store and produced from values changes nothing there`() throws {
    let bands = try ExampleStore.bands()
    let gitHub = try ExampleStore.gitHub()
    let shop = try ExampleStore.shop()
    try expectUnchanged(Band.self, BandsModel(), bands)
    try expectUnchanged(Album.self, BandsModel(), bands)
    try expectUnchanged(BandMember.self, BandsModel(), bands)
    try expectUnchanged(Issue.self, GitHubModel(), gitHub)
    // Foundation's Decimal has no 24.90, only 24.9.
    _ = try shop.importJSON(
      .data(try ShopModel().jsonData(of: shop.fetch(Product.all))), into: .entity("Product"))
    try expectUnchanged(Product.self, ShopModel(), shop)
    try expectUnchanged(Order.self, ShopModel(), shop)
    try expectUnchanged(ProductReview.self, ShopModel(), shop)
  }

  private func expectUnchanged<R: Record, M: Model>(_ type: R.Type, _ model: M, _ store: Store) throws {
    let records = try store.fetch(R.all)
    #expect(!records.isEmpty)
    for nulls in ExportOptions.Nulls.allCases {
      var options = ExportOptions()
      options.nulls = nulls
      let json = try model.jsonData(of: records, options: options)
      let report = try store.importJSON(.data(json), into: .entity(R.entityName))
      #expect(report.entities[R.entityName]?.unchanged == records.count)
      #expect(report.entities.values.allSatisfy { $0.inserted + $0.updated + $0.deleted == 0 })
      #expect(report.links == ImportReport.Links())
    }
  }

  @Test
  func `a patch has what changed, what became nil as null, and the key`() throws {
    var changed = band
    changed.formed = 1975
    changed.disbanded = nil
    #expect(
      try BandsModel().json(of: changed, changedFrom: band).text
        == #"{"name":"Japan","formed":1975,"disbanded":null}"#)
    #expect(try BandsModel().json(of: band, changedFrom: band).text == #"{"name":"Japan"}"#)
    var options = ExportOptions()
    options.omitted = [["formed"]]
    #expect(
      try BandsModel().json(of: changed, changedFrom: band, options: options).text
        == #"{"name":"Japan","disbanded":null}"#)
  }

  @Test
  func `a to-one relationship that changed is its key in a patch, and null where it was cleared`() throws {
    let old = Album(name: "Tin Drum", released: Date(timeIntervalSince1970: 0), band: Reference("Japan"))
    var new = old
    new.band = Reference("Rain Tree Crow")
    #expect(
      try BandsModel().json(of: new, changedFrom: old).text == #"{"name":"Tin Drum","band":"Rain Tree Crow"}"#
    )
    new.band = nil
    #expect(try BandsModel().json(of: new, changedFrom: old).text == #"{"name":"Tin Drum","band":null}"#)
  }

  @Test
  func `two records have nothing to compare`() throws {
    let error = #expect(throws: ExportError.self) {
      try BandsModel().json(of: band, changedFrom: Band(name: "Rain Tree Crow", formed: 1991))
    }
    #expect(error?.reason == .otherRecord)
  }

  @Test
  func `what a value does not hold cannot be embedded`() throws {
    var options = ExportOptions()
    options.embedded = [["albums"]]
    let error = #expect(throws: ExportError.self) { try BandsModel().json(of: band, options: options) }
    #expect(error?.reason == .notStored)
    #expect(
      error?.message
        == "'Band.albums' leads to records that a value does not hold; produce the JSON from a store")
    options.embedded = []
    options.toMany = .embedded
    #expect(try BandsModel().json(of: band, options: options)["albums"] == nil)
  }

  @Test
  func `a record of another model is refused`() throws {
    let error = #expect(throws: ExportError.self) { try ShopModel().json(of: band) }
    #expect(error?.reason == .unknownTarget)
  }
}
