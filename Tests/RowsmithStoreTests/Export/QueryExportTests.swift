import Bands
import Foundation
import Rowsmith
import Testing

/// JSON of the records of a query.
struct QueryExportTests {
  @Test
  func `the records come in the order of the query`() throws {
    let store = try ExampleStore.bands()
    let query = Band.filter { $0.formed >= 1970 }.order { $0.formed.descending }.limit(2)
    let names = try store.fetch(query).map(\.name)
    let json = try JSONValue(parsing: String(decoding: store.exportJSON(query), as: UTF8.self))
    guard case .array(let records) = json else {
      Issue.record("no array")
      return
    }
    #expect(records.map { $0["name"]?.string } == names)
    #expect(names.count == 2)
  }

  @Test
  func `with options, without blocking the caller`() async throws {
    let store = try ExampleStore.bands()
    var options = ExportOptions()
    options.only = [["formed"]]
    options.layout = .lines
    let query = Band.filter { $0.name == "Japan" }
    let report = try await store.exportJSON(query, options: options) { _ in }
    #expect(report.records == 1)
    #expect(
      String(decoding: try await store.exportJSON(query, options: options), as: UTF8.self)
        == #"{"name":"Japan","formed":1974}"# + "\n")
  }

  @Test
  func `inside a transaction, too, records are exported into memory, as it sees them`() throws {
    let store = try ExampleStore.bands()
    let query = Band.filter { $0.name == "Japan" }
    let (byQuery, byKey) = try store.read { db in
      (try db.exportJSON(query), try db.exportJSON(Band.self, keys: ["Japan"]))
    }
    #expect(byQuery == (try store.exportJSON(query)))
    #expect(byKey == (try store.exportJSON(Band.self, keys: ["Japan"])))
    let none = try store.write { db in
      try db.deleteAll(Album.self)
      return try db.exportJSON(Album.self)
    }
    #expect(try JSONValue(parsing: String(decoding: none, as: UTF8.self)) == [])
  }
}
