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
