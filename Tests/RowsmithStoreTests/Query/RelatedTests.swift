import Bands
import Foundation
import GitHub
import Rowsmith
import Shop
import Testing

/// Graphs, read with a query for each relationship.
struct RelatedTests {
  @Test
  func `items come to each record in the order of the relationship`() throws {
    let store = try ExampleStore.bands()
    let bands = try store.fetch(Band.all)
    let albums = try store.fetch(Band.related(to: bands) { $0.albums })
    for band in bands {
      #expect(try albums[band] == store.fetch(band.albums))
      #expect(albums[key: band.name] == albums[band])
    }
    #expect(albums.all == bands.flatMap { albums[$0] })
    #expect(albums[key: "Nobody"] == [])
    try store.write { try $0.setItems(["Tin Drum", "Quiet Life"], of: "Japan", Band.Columns.albums) }
    #expect(
      try store.fetch(Band.related(to: bands) { $0.albums })[key: "Japan"].map(\.name) == [
        "Tin Drum", "Quiet Life",
      ])
    let virgin = try store.read { db in
      try db.fetch(Band.related(to: bands, { $0.albums }, where: { $0.label == "Virgin" }))
    }
    #expect(virgin.all == albums.all.filter { virgin.all.contains($0) && $0.label == "Virgin" })
    #expect(virgin.all.map(\.name) == ["Tin Drum"])
  }

  @Test
  func `a to-one relationship leads every record to its own`() throws {
    let store = try ExampleStore.bands()
    try store.write { _ = try $0.upsert(Album(name: "Untitled", released: .now)) }
    try store.write { _ = try $0.upsert(Album(name: "Waiting", released: .now, band: "Nobody yet")) }
    let albums = try store.fetch(Album.all)
    let bands = try store.fetch(Album.related(to: albums) { $0.band })
    for album in albums { #expect(try bands[album] == store.fetch(album.band)) }
    #expect(bands.all.map(\.name) == ["Japan", "Roxy Music"])
    #expect(bands["Japan"]?.formed == 1974)
    let shop = try ExampleStore.shop()
    let lines = try shop.fetch(OrderLine.all)
    let products = try shop.fetch(OrderLine.related(to: lines) { $0.product })
    for line in lines { #expect(try products[line] == shop.fetch(line.product)) }
  }

  @Test
  func `many-to-many is read from both ends`() throws {
    let store = try ExampleStore.gitHub()
    let issues = try store.fetch(Issue.all)
    let labels = try store.fetch(Issue.related(to: issues) { $0.labels })
    for issue in issues { #expect(try labels[issue] == store.fetch(issue.labels)) }
    #expect(labels.all.count == Set(labels.all.map(\.id)).count)
    #expect(labels.all.count > 1)
    let back = try store.fetch(Label.related(to: labels.all) { $0.issues })
    for label in labels.all { #expect(try back[label] == store.fetch(label.issues)) }
    let assignees = try store.fetch(Issue.related(to: issues) { $0.assignees })
    for issue in issues { #expect(try assignees[issue] == store.fetch(issue.assignees)) }
  }

  @Test
  func `records come with what they lead to`() throws {
    let store = try ExampleStore.bands()
    let bands = try store.fetch(Band.all.including { ($0.albums, $0.members) })
    #expect(bands.map(\.record) == (try store.fetch(Band.all)))
    for band in bands {
      let (record, albums, members) = band.parts
      #expect(record == band.record && albums == band.first && members == band.second)
      #expect(try albums == store.fetch(band.record.albums))
      #expect(try members == store.fetch(band.record.members))
      #expect(band.id == band.record.name)
    }
    let recent = Album.order { $0.released.descending }.limit(3)
    for album in try store.fetch(recent.including { $0.band }) {
      #expect(try album.related == store.fetch(album.record.band))
    }
    let shop = try ExampleStore.shop()
    for product in try shop.fetch(Product.all.including { ($0.currency, $0.image, $0.stock) }) {
      let (_, currency, image, stock) = product.parts
      #expect(try currency == shop.fetch(product.record.currency))
      #expect(try image == shop.fetch(product.record.image))
      #expect(try stock == shop.fetch(product.record.stock))
    }
  }

  @Test
  func `graphs are equal where the records and all that they lead to are`() throws {
    let store = try ExampleStore.bands()
    let request = Band.all.including { ($0.albums, $0.members) }
    let before = try store.fetch(request)
    #expect(try store.fetch(request) == before)
    try store.write { _ = try $0.update(Album.find(keys: ["Avalon"])) { [$0.label.set("EMI")] } }
    let after = try store.fetch(request)
    #expect(after != before)
    #expect(after[0] == before[0])
    #expect(after.map(\.record) == before.map(\.record))
  }

  @Test(arguments: [1, 10, 50_000])
  func `the number of statements does not depend on the number of records`(count: Int) throws {
    let store = try Store(.memory, model: BandsModel())
    try store.write { db in
      try db.insert(contentsOf: (0..<count).map { Band(name: "band \($0)", formed: $0) })
      try db.insert(
        contentsOf: (0..<count).map {
          Album(name: "album \($0)", released: .distantPast, band: Reference("band \($0 / 2)"))
        })
    }
    let counter = StatementCounter()
    let bands = try store.read { db in
      try counter.counting(db) { try db.fetch(Band.all.including { ($0.albums, $0.members) }) }
    }
    #expect(counter.count == 3)
    #expect(bands.count == count)
    #expect(bands.reduce(0) { $0 + $1.first.count } == count)
    let albums = StatementCounter()
    try store.read { db in
      _ = try albums.counting(db) { try db.fetch(Album.all.including { $0.band }) }
    }
    #expect(albums.count == 2)
  }
}
