import Bands
import Foundation
import Rowsmith
import Testing

/// Where JSON goes, said with types in place of names.
struct TypedTargetTests {
  private let store: Store
  private let japan = #"{"name": "Japan", "formed": 1974}"#
  private let album = #"{"name": "Tin Drum", "released": "1981-11-13"}"#

  init() throws { store = try Store(.memory, model: BandsModel()) }

  @Test func `a type stands for its entity, in a store and in a transaction, awaited or not`() async throws {
    let json = JSONSource.string(japan)
    #expect(try await store.importJSON(json, into: Band.self).entities["Band"]?.inserted == 1)
    #expect(try await store.importJSON([json, json], into: Band.self).entities["Band"]?.unchanged == 2)
    let report = try await store.write { db in
      _ = try db.importJSON([json], into: Band.self)
      return try db.importJSON(json, into: .entity(Band.self))
    }
    #expect(report.entities["Band"]?.unchanged == 1)
    #expect(ImportTarget.keyed(Band.self) == .keyed("Band"))
  }

  @Test func `a type stands for the entity of a table, awaited or not`() async throws {
    let table = JSONSource.string("name,formed\nJapan,1974\n")
    #expect(try await store.importCSV(table, into: Band.self).entities["Band"]?.inserted == 1)
    let blocking: () throws -> ImportReport = { [store] in try store.importCSV(table, into: Band.self) }
    #expect(try blocking().entities["Band"]?.unchanged == 1)
  }

  @Test func `a relationship of a record is named by its property`() throws {
    try store.importJSON(.string(japan), into: Band.self)
    let band = try #require(try store.fetch(Band.find("Japan")))
    try store.importJSON(.string("[\(album)]"), into: .relationship(of: band, \.albums))
    #expect(try store.fetch(band.albums.keys()) == ["Tin Drum"])
  }

  @Test func `a relationship of the record with a key is named by its column`() {
    let target = ImportTarget.relationship(of: Band.self, key: "Japan") { $0.members }
    #expect(target == .relationship(parent: "Band", key: [.text("Japan")], name: "members"))
  }

  @Test func `a query that is no relationship is no target`() throws {
    try store.importJSON(.string(japan), into: Band.self)
    let band = try #require(try store.fetch(Band.find("Japan")))
    let error = #expect(throws: ImportError.self) {
      try store.importJSON(.string("[]"), into: .relationship(of: band, \.old))
    }
    #expect(error?.reason == .unknownTarget)
  }
}

extension Band {
  fileprivate var old: Query<Album> { albums.filter { $0.released < .distantPast } }
}
