import Bands
import Foundation
import Rowsmith
import Testing

struct SectionsTests {
  @Test func `records are in sections in the order of a column, and in theirs inside`() throws {
    let store = try ExampleStore.bands()
    try store.write { try $0.insert(Album(name: "Untitled", released: .distantPast)) }
    let query = Album.order { $0.released.descending }
    let albums = try store.fetch(query)
    let labels = try store.fetch(Album.all.values(distinct: true) { $0.label })
    let results = try store.fetch(query.sectioned { $0.label })
    #expect(results.sections.map(\.id) == labels)
    for section in results.sections { #expect(section.elements == albums.filter { $0.label == section.id }) }
    #expect(results.count == albums.count)
    let descending = try store.fetch(query.sectioned(descending: true) { $0.label })
    #expect(descending.sections == results.sections.reversed())
  }

  @Test func `sections can be by a column of another record, and of records of a list`() throws {
    let store = try ExampleStore.bands()
    let results = try store.fetch(Album.all.sectioned { $0.band.formed })
    #expect(results.sections.map(\.id) == [1971, 1974])
    let japan = try #require(try store.fetch(Band.find("Japan")))
    let list = try store.fetch(japan.albums.sectioned { $0.band })
    #expect(try list.elements == store.fetch(japan.albums))
    #expect(list.sections.map(\.id) == [Reference("Japan")])
  }

  @Test func `inside a section an ordered list keeps its order, and a reversed one the opposite`() throws {
    let store = try Store(.memory, model: BandsModel())
    let json = #"""
      [{"name": "Japan", "formed": 1974, "albums": [
        {"name": "C", "label": "x", "released": "1980-01-01"}, {"name": "A", "label": "y", "released": "1981-01-01"},
        {"name": "D", "label": "x", "released": "1982-01-01"}, {"name": "B", "label": "x", "released": "1983-01-01"}]}]
      """#
    try store.importJSON(.string(json), into: .entity("Band"))
    let albums = try #require(try store.fetch(Band.find("Japan"))).albums
    func sections(_ query: Query<Album>) throws -> [[String]] {
      try store.fetch(query.sectioned { $0.label }).sections.map { $0.elements.map(\.name) }
    }
    #expect(try sections(albums) == [["C", "D", "B"], ["A"]])
    #expect(try sections(albums.reversed()) == [["B", "D", "C"], ["A"]])
    #expect(try sections(albums.limit(3)) == [["C", "D"], ["A"]])
    #expect(try sections(albums.limit(2, offset: 2)) == [["D", "B"]])
    #expect(try sections(albums.order { $0.name }) == [["B", "C", "D"], ["A"]])
    #expect(try sections(albums.order { $0.name }.limit(2)) == [["B"], ["A"]])
  }

  @Test func `a page with a condition and another record's column is put into sections`() throws {
    let store = try ExampleStore.bands()
    let query = Album.filter { $0.label != "EG" && $0.band.formed > 1900 }.order { $0.released.descending }
      .limit(5, offset: 1)
    let albums = try store.fetch(query)
    let results = try store.fetch(query.sectioned(descending: true) { $0.band.formed })
    #expect(Set(results.elements) == Set(albums))
    let years = results.sections.map { $0.id ?? 0 }
    #expect(years == years.sorted(by: >))
    for section in results.sections {
      #expect(section.elements == albums.filter(section.elements.contains))
    }
  }

  @Test func `sections are observed, and requests compared`() async throws {
    let store = try ExampleStore.bands()
    let request = Album.all.sectioned { $0.label }
    #expect(request == Album.all.sectioned { $0.label })
    #expect(request != Album.all.sectioned(descending: true) { $0.label })
    let values = store.observe(request).makeAsyncIterator()
    let before = try #require(try await values.next())
    try await store.write { try $0.insert(Album(name: "New", label: "A label", released: .now)) }
    let after = try #require(try await values.next())
    #expect(after.difference(from: before).insertedSections == [0])
  }
}
