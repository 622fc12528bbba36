import Bands
import Foundation
import Rowsmith
import Testing

extension ChangeOrigin {
  static let pull = ChangeOrigin("pull")
}

/// The samples of Observing.md, Writing.md, Importing.md and of comments on who takes part in transactions, what changes
/// say, keys that change, and imports of several sources.
@Suite struct TakingPartSnippets {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    try store.importJSON(.file(document), into: .document("catalog"))
  }

  @Test func `a participant`() throws {
    final class History: CommitParticipant {
      let entities: Set<String>? = ["Band"]

      func willCommit(_ changes: TransactionChanges, in db: WriteTransaction) throws {
        for change in try changes.rows() where change.kind == .deleted {
          guard let band = try change.old(as: Band.self) else { continue }
          try db.insert(Album(name: "Best of \(band.name)", released: .now))
        }
      }
    }

    store.add(participant: History())
    try store.write { _ = try $0.delete(Band.self, key: "Japan") }
    #expect(try store.fetch(Album.self, key: "Best of Japan") != nil)
  }

  @Test func `changes with values`() async throws {
    let store = store
    let shown = Printed()
    let changes = store.changes(withValues: true)
    try await store.write { db in _ = try db.update(Band(name: "Japan", formed: 1975, disbanded: 1991)) }
    let reading = Task {
      // Cancelled from inside, when the set has come.
      func show(_ old: Band, _ new: Band, _ columns: [String]) {
        shown.print([columns, old.formed, new.formed])
        withUnsafeCurrentTask { $0?.cancel() }
      }
      for await set in changes {
        for change in set.rowChanges ?? [] where change.origin != .pull {
          if let old = try change.old(as: Band.self), let new = try change.new(as: Band.self) {
            show(old, new, change.changedColumns)
          }
        }
      }
    }
    try await reading.value
    #expect(shown.text.contains("1974 1975"))
  }

  @Test func `an origin`() throws {
    let sets = store.changes()
    let band = Band(name: "Japan", formed: 1)
    try store.write { db in
      try db.withOrigin(ChangeOrigin("undo")) { try db.update(band) }
    }
    _ = sets
    #expect(try store.fetch(Band.self, key: "Japan")?.formed == 1)
  }

  @Test func `another key`() throws {
    try store.write { db in
      try db.insert(Band(name: "draft-1", formed: 1981))
      try db.rekey(Band.self, from: "draft-1", to: "Talk Talk")
    }
    try store.write { db in
      try db.insert(Band(name: "draft-1", formed: 1974))
      try db.rekey(Band.self, from: "draft-1", to: "Japan")
    }
    #expect(try store.fetchAll(Band.self).map(\.name) == ["Japan", "Roxy Music", "Talk Talk"])
  }

  @Test func `pages`() async throws {
    let firstPage = Data(#"[{"name":"Tin Drum","released":"1981-11-13","band":"Japan"}]"#.utf8)
    let secondPage = Data(#"[{"name":"Quiet Life","released":"1979-12-18","band":"Japan"}]"#.utf8)
    var options = ImportOptions()
    options.policy = .mergeAndPrune
    options.pruneScopes = [PruneScope(Album.filter { $0.band == "Japan" })]
    let pages: [JSONSource] = [.data(firstPage).named("page 1"), .data(secondPage).named("page 2")]
    try await store.importJSON(pages, into: .entity("Album"), options: options)
    #expect(try await store.count(Album.filter { $0.band == "Japan" }) == 2)
    #expect(try await store.count(Album.all) > 2)
  }

  @Test func `chunks`() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    for text in [#"[{"name":"Talk "#, #"Talk","formed":1981}]"#] { continuation.yield(Data(text.utf8)) }
    continuation.finish()
    let spool = JSONSpool()
    for await chunk in chunks { try spool.append(chunk) }
    try await store.importJSON(try spool.source(), into: .entity("Band"))
    #expect(try await store.fetch(Band.self, key: "Talk Talk")?.formed == 1981)
  }
}
