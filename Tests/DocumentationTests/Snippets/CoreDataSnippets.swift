import Bands
import Foundation
import Rowsmith
import Testing

/// ComingFromCoreData.md.
@Suite struct CoreDataSnippets {
  private let printed = Printed()

  private func print(_ items: Any...) { printed.print(items) }

  @Test func `a write takes the place of a context`() async throws {
    let scratch = try ScratchFolder()
    let (user, folder) = ("anna", scratch.path)
    let store = try Store(.account(user, folder: folder), model: BandsModel())
    try await store.write { db in
      try db.insert(Musician(name: "Brian Eno", born: 1948, instruments: "Synthesizer"))
    }
    #expect(try await store.fetch(Musician.all.count()) == 1)
  }

  @Test func `a query takes the place of a fetch request`() async throws {
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    let store = try Store(.memory, model: BandsModel())
    try await store.importJSON(.file(document), into: .document("catalog"))
    let fifties = Musician.filter { $0.born.isIn(1950..<1960) }.order { $0.name }
    for musician in try await store.fetch(fifties.limit(2)) { print(musician.name, musician.born) }
    #expect([printed.text] == Sample.outputs(of: "ComingFromCoreData"))

    let condition = Band.filter { $0.members.contains { $0.musician.matches { $0.born > 1950 } } }
    #expect(try await store.fetch(condition.count()) > 0)
  }
}
