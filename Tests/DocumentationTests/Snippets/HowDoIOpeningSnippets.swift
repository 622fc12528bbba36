import Bands
import Foundation
import Rowsmith
import RowsmithTesting
import Testing

/// HowDoI.md: opening, and the model.
@Suite struct HowDoIOpeningSnippets {
  private let scratch: ScratchFolder
  private let printed = Printed()
  private var url: URL { URL(fileURLWithPath: scratch.file("bands.sqlite")) }

  init() throws { scratch = try ScratchFolder() }

  private func print(_ items: Any...) { printed.print(items) }

  @Test func `open, fill and copy`() async throws {
    let store = try await Store.open(.file(url), model: BandsModel())
    let seed = Repository.root.appendingPathComponent("Schemas/Documents/bands.json")
    for _ in 1...2 {
      try await store.write { db in
        guard try !db.fetch(Band.all.exists()) else { return }
        try db.importJSON(.file(seed), into: .document("catalog"))
      }
    }
    let copy = scratch.file("copy.sqlite")
    try await store.backUp(to: copy)
    print(try await store.fetch(Album.filter { $0.label == "EG" }.explain()))
    #expect(printed.text.contains("Album"))
    await store.close()
    let path = copy
    do {
      var options = StoreOptions()
      options.isReadOnly = true
      let shipped = try Store(.existingFile(path), model: BandsModel(), options: options)
      #expect(try await shipped.fetch(Band.all.count()) == 2)
    }
  }

  @Test func `a backup is restored`() async throws {
    let (path, copy) = (url.path, scratch.file("copy.sqlite"))
    let store = try Store(.file(path), model: BandsModel())
    try await store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
    try await store.backUp(to: copy)
    try await store.deleteAllData()
    await store.close()
    let backup = try Store(.existingFile(copy), model: BandsModel())
    try await backup.backUp(to: path)
    let restored = try Store(.file(path), model: BandsModel())
    #expect(try await restored.fetch(Band.all.keys()) == ["Japan"])
  }

  @Test func `in memory`() throws {
    let store = try Store.testing(BandsModel(), json: ["Band": #"[{"name": "Japan", "formed": 1974}]"#])
    #expect(try store.fetch(Band.all.count()) == 1)
  }

  @Test func `accounts`() async throws {
    let folder = scratch.path
    let store = try Store(.account("anna@example.org", folder: folder), model: BandsModel())
    try await store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
    await store.close()
    try await Store.delete(.account("anna@example.org", folder: folder))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder).contains { $0.contains("anna") })
  }

  @Test func `shared with another process`() async throws {
    let shared = url
    var options = StoreOptions()
    options.externalChangeInterval = .seconds(2)
    let store = try Store(.file(shared), model: BandsModel(), options: options)
    let other = try Store(.file(shared), model: BandsModel())
    try await other.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
    #expect(try await store.fetch(Band.all.count()) == 1)
  }

  @Test func `options`() throws {
    let told = Printed()
    let print = { @Sendable (statement: TracedStatement) in told.print([statement]) }
    var options = StoreOptions()
    options.trace = StatementTrace { statement in print(statement) }
    options.migrations = [
      MigrationStep(when: { old in old.entities.contains { $0.name == "Band" } }) { db in
        try db.execute(sql: "UPDATE Band SET formed = formed + 1900 WHERE formed < 100")
      }
    ]
    options.onModelChange = .deleteStore
    let store = try Store(.file(url), model: BandsModel(), options: options)
    #expect(try store.fetch(Band.all.count()) == 0)
    #expect(told.text.contains("SELECT"))
  }

  @Test func `a computed property`() {
    #expect(Band(name: "Japan", formed: 1974, disbanded: 1982).yearsActive == 8)
  }
}

extension Band {
  var yearsActive: Int? { disbanded.map { $0 - formed } }
}
