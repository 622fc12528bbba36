import Bands
import Foundation
import Rowsmith
import Testing

/// What can be awaited beside reads and writes, and URLs in place of paths.
struct AwaitedOpeningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a store is opened, filled, copied and exported by URL, awaited`() async throws {
    let url = folder.url.appendingPathComponent("b ü.sqlite")
    let document = folder.url.appendingPathComponent("b ü.json")
    try Data(#"[{"name": "Can", "formed": 1968}]"#.utf8).write(to: document)
    let store = try await Store.open(.file(url), model: BandsModel())
    try await store.importJSON(.file(document), into: Band.self)
    let copy = folder.url.appendingPathComponent("copy.sqlite")
    try await store.backUp(to: copy)
    let restored = try await Store.open(.existingFile(copy), model: BandsModel())
    let json = try await restored.exportJSON(Band.self)
    #expect(String(decoding: json, as: UTF8.self).contains(#""name":"Can""#))
    #expect(try await restored.exportJSON(Band.all) == json)
  }

  @Test func `accounts are in a folder by URL, a URL of no file is named in the error`() async throws {
    let location = StoreLocation.account("a", folder: folder.url.appendingPathComponent("accounts"))
    _ = try await Store.open(location, model: BandsModel())
    #expect(location.path?.hasSuffix("/accounts/account-a.sqlite") == true)
    let remote = try #require(URL(string: "https://example.org/a.sqlite"))
    let error = await #expect(throws: StoreError.self) {
      try await Store.open(.file(remote), model: BandsModel())
    }
    #expect(error?.message.contains("https://example.org") == true)
  }

  @Test func `an opened store outlives the task that opened it`() async throws {
    let path = folder.path("bands.sqlite")
    let task = Task { try await Store.open(.file(path), model: BandsModel()) }
    let store = try await task.value
    task.cancel()
    try await store.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    #expect(try await store.fetch(Band.all.count()) == 1)
  }

  @Test func `a store is closed and its files are deleted, awaited`() async throws {
    let url = folder.url.appendingPathComponent("bands.sqlite")
    let store = try await Store.open(.file(url), model: BandsModel())
    let writing = Task { try await store.write { try $0.insert(Band(name: "Can", formed: 1968)) } }
    try await writing.value
    // A task that is cancelled closes it, too.
    let closing = Task { await store.close() }
    closing.cancel()
    await closing.value
    await #expect { try await store.fetch(Band.all.count()) } throws: {
      ($0 as? StoreError)?.reason == .closed
    }
    let plan: MigrationPlan = try await Store.migrationPlan(at: url, to: BandsModel.schema)
    let report: MigrationReport = try await Store.migrate(at: url, to: BandsModel.schema)
    #expect(plan.steps.isEmpty && report.plan.steps.isEmpty)
    try await Store.delete(.file(url))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}
