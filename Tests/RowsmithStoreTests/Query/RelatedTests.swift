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
    let bands = try store.fetchAll(Band.self)
    let albums = try store.related(to: bands) { $0.albums }
    for band in bands {
      #expect(try albums[band] == store.fetchAll(band.albums))
      #expect(albums[key: band.name] == albums[band])
    }
    #expect(albums.all == bands.flatMap { albums[$0] })
    #expect(albums[key: "Nobody"] == [])
    try store.write { try $0.setItems(["Tin Drum", "Quiet Life"], of: "Japan", Band.Columns.albums) }
    #expect(
      try store.related(to: bands) { $0.albums }[key: "Japan"].map(\.name) == ["Tin Drum", "Quiet Life"])
    let virgin = try store.read { db in
      try db.related(to: bands, { $0.albums }, where: { $0.label == "Virgin" })
    }
    #expect(virgin.all == albums.all.filter { virgin.all.contains($0) && $0.label == "Virgin" })
    #expect(virgin.all.map(\.name) == ["Tin Drum"])
  }

  @Test
  func `a to-one relationship leads every record to its own`() throws {
    let store = try ExampleStore.bands()
    try store.write { _ = try $0.upsert(Album(name: "Untitled", released: .now)) }
    try store.write { _ = try $0.upsert(Album(name: "Waiting", released: .now, band: "Nobody yet")) }
    let albums = try store.fetchAll(Album.self)
    let bands = try store.related(to: albums) { $0.band }
    for album in albums { #expect(try bands[album] == store.fetch(album.band)) }
    #expect(bands.all.map(\.name) == ["Japan", "Roxy Music"])
    #expect(bands["Japan"]?.formed == 1974)
    let shop = try ExampleStore.shop()
    let lines = try shop.fetchAll(OrderLine.self)
    let products = try shop.related(to: lines) { $0.product }
    for line in lines { #expect(try products[line] == shop.fetch(line.product)) }
  }

  @Test
  func `many-to-many is read from both ends`() throws {
    let store = try ExampleStore.gitHub()
    let issues = try store.fetchAll(Issue.self)
    let labels = try store.related(to: issues) { $0.labels }
    for issue in issues { #expect(try labels[issue] == store.fetchAll(issue.labels)) }
    #expect(labels.all.count == Set(labels.all.map(\.id)).count)
    #expect(labels.all.count > 1)
    let back = try store.related(to: labels.all) { $0.issues }
    for label in labels.all { #expect(try back[label] == store.fetchAll(label.issues)) }
    let assignees = try store.related(to: issues) { $0.assignees }
    for issue in issues { #expect(try assignees[issue] == store.fetchAll(issue.assignees)) }
  }

  @Test
  func `records come with what they lead to`() throws {
    let store = try ExampleStore.bands()
    let bands = try store.fetchAll(Band.all, including: { ($0.albums, $0.members) })
    #expect(bands.map(\.0) == (try store.fetchAll(Band.self)))
    for (band, albums, members) in bands {
      #expect(try albums == store.fetchAll(band.albums))
      #expect(try members == store.fetchAll(band.members))
    }
    let recent = Album.order { $0.released.descending }.limit(3)
    for (album, band) in try store.fetchAll(recent, including: { $0.band }) {
      #expect(try band == store.fetch(album.band))
    }
    let shop = try ExampleStore.shop()
    for (product, currency, image, stock) in try shop.fetchAll(
      Product.all, including: { ($0.currency, $0.image, $0.stock) })
    {
      #expect(try currency == shop.fetch(product.currency))
      #expect(try image == shop.fetch(product.image))
      #expect(try stock == shop.fetchAll(product.stock))
    }
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
      try counter.counting(db) { try db.fetchAll(Band.all, including: { ($0.albums, $0.members) }) }
    }
    #expect(counter.count == 3)
    #expect(bands.count == count)
    #expect(bands.reduce(0) { $0 + $1.1.count } == count)
    let albums = StatementCounter()
    try store.read { db in
      _ = try albums.counting(db) { try db.fetchAll(Album.all, including: { $0.band }) }
    }
    #expect(albums.count == 2)
  }
}
