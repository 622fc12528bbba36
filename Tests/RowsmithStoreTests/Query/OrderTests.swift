import Bands
import Rowsmith
import Testing

struct OrderTests {
  @Test
  func `several terms order, the first one first`() throws {
    let store = try ExampleStore.bands()
    let albums = try store.fetch(Album.all)
    let wanted = albums.sorted { ($0.band?.key ?? "", $1.released) < ($1.band?.key ?? "", $0.released) }
    #expect(try store.fetch(Album.order { ($0.band, $0.released.descending) }) == wanted)
    #expect(try store.fetch(Album.all.order { ($0.band, $0.released.descending, $0.name) }) == wanted)
    #expect(
      try store.fetch(Album.all.order(by: [Album.Columns.band.ascending, Album.Columns.released.descending]))
        == wanted)
    #expect(try store.fetch(Album.order { $0.released }.order(by: [])) == albums)
  }

  @Test
  func `a later order replaces an earlier one, and that of a list`() throws {
    let store = try ExampleStore.bands()
    #expect(Album.order { $0.released }.order { $0.name } == Album.order { $0.name })
    #expect(Album.order { $0.released }.reversed().order { $0.name } == Album.order { $0.name })
    let japan = try #require(try store.fetch(Band.find("Japan")))
    let names = try store.fetch(japan.albums).map(\.name)
    #expect(try store.fetch(japan.albums.order { $0.name }).map(\.name) == names.sorted())
  }
}
