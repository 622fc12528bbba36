import Bands
import Foundation
import Rowsmith
import Shop
import Testing

/// Which records a query gives.
struct FilterTests {
  private let bands: Store

  init() throws { bands = try ExampleStore.bands() }

  private func names(_ query: Query<Band>) throws -> [String] { try bands.fetch(query).map(\.name) }

  @Test
  func `columns are compared with values`() throws {
    #expect(try names(Band.filter { $0.formed > 1971 }) == ["Japan"])
    #expect(try names(Band.filter { $0.formed >= 1971 }) == ["Japan", "Roxy Music"])
    #expect(try names(Band.filter { $0.formed < 1974 }) == ["Roxy Music"])
    #expect(try names(Band.filter { $0.name == "Japan" }) == ["Japan"])
    #expect(try names(Band.filter { $0.name != "Japan" }) == ["Roxy Music"])
    #expect(try names(Band.filter { $0.formed.isIn(1970...1972) }) == ["Roxy Music"])
    #expect(try names(Band.filter { $0.formed.isIn([1974, 1980]) }) == ["Japan"])
    #expect(try names(Band.filter { $0.formed.isIn([Int]()) }) == [])
  }

  @Test
  func `an empty column is another value, and not a lesser or greater one`() throws {
    #expect(try names(Band.filter { $0.otherNames == nil }) == ["Roxy Music"])
    #expect(try names(Band.filter { $0.otherNames != nil }) == ["Japan"])
    #expect(try names(Band.filter { $0.otherNames != "Rain Tree Crow" }) == ["Roxy Music"])
    #expect(try names(Band.filter { !($0.otherNames == "Rain Tree Crow") }) == ["Roxy Music"])
  }

  @Test
  func `conditions are combined`() throws {
    #expect(try names(Band.filter { $0.formed > 1900 && $0.name == "Japan" }) == ["Japan"])
    #expect(try names(Band.filter { $0.formed > 1980 || $0.name == "Japan" }) == ["Japan"])
    #expect(try names(Band.filter { $0.formed > 1900 }.filter { $0.formed < 1972 }) == ["Roxy Music"])
  }

  @Test
  func `a condition reaches across relationships`() throws {
    let late = try Date("1983-01-01T00:00:00Z", strategy: .iso8601)
    #expect(try names(Band.filter { $0.albums.contains { $0.released > late } }) == ["Japan"])
    #expect(try names(Band.filter { $0.albums.allSatisfy { $0.label != "Virgin" } }) == ["Roxy Music"])
    #expect(try names(Band.filter { $0.albums.count > 9 }) == ["Roxy Music"])
    #expect(try names(Band.filter { $0.albums.isEmpty }) == [])
    let albums = Album.filter { $0.band.matches { $0.formed == 1974 } }
    #expect(try bands.fetch(albums.count()) == bands.fetch(Album.filter { $0.band == "Japan" }.count()))
    #expect(try bands.fetch(albums.count()) > 3)
  }

  @Test
  func `records come in the order that is asked for, the key deciding between equals`() throws {
    #expect(try names(Band.order { $0.formed }) == ["Roxy Music", "Japan"])
    #expect(try names(Band.order { $0.formed.descending }) == ["Japan", "Roxy Music"])
    let labels = try bands.fetch(Album.order { $0.label.descending }.limit(3))
    #expect(labels.map(\.label) == ["Virgin", "Virgin", "Virgin"])
    #expect(labels.map(\.name) == labels.map(\.name).sorted())
  }

  @Test
  func `a limit and an offset give a page`() throws {
    let all = try bands.fetch(Album.all).map(\.name)
    #expect(try bands.fetch(Album.all.limit(2, offset: 3)).map(\.name) == Array(all[3..<5]))
    #expect(try bands.fetch(Album.all.limit(2, offset: all.count - 1).count()) == 1)
    #expect(try bands.fetch(Album.all.limit(0)) == [])
  }

  @Test
  func `a record leads to its relationships`() throws {
    let band = try #require(try bands.fetch(Band.find("Roxy Music")))
    let albums = try bands.fetch(band.albums)
    #expect(albums.first?.name == "Avalon")
    #expect(albums.count == 10)
    #expect(try bands.fetch(band.albums.filter { $0.label == "E.G." }).count == 4)
    #expect(try bands.fetch(albums.first?.band) == band)
  }

  @Test
  func `keys give records, many at once`() throws {
    let keys = (0..<40_000).map { "none \($0)" } + ["Japan"]
    #expect(try bands.fetch(Band.find(keys: keys)).map(\.name) == ["Japan"])
    #expect(try bands.fetch(Band.find(keys: [])) == [])
    #expect(try bands.fetch(Band.filter { $0.name == "Japan" }.exists()))
    #expect(try !bands.fetch(Band.filter { $0.name == "Korea" }.exists()))
    #expect(try bands.fetch(Band.order { $0.formed.descending }.first())?.name == "Japan")
  }
}
