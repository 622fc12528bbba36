import Bands
import Foundation
import Rowsmith
import RowsmithSchema
import TestSupport
import Testing

/// A store that only reads.
struct ReadOnlyTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("bands.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ configure: (inout StoreOptions) -> Void = { _ in }) throws -> Store {
    var options = StoreOptions()
    options.isReadOnly = true
    configure(&options)
    return try Store(.file(path), model: BandsModel(), options: options)
  }

  private func fill() throws {
    let store = try Store(.file(path), model: BandsModel())
    try store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
    store.close()
  }

  private static let refusal = "the store was opened read-only; open it without `isReadOnly` to write"

  @Test("Everything that writes is refused in the same words; what reads goes on")
  func refusals() throws {
    try fill()
    let store = try open()
    let calls: [() throws -> Void] = [
      { _ = try store.write { try $0.insert(Band(name: "Can", formed: 1968)) } },
      { try store.write { _ in } },
      { try store.importJSON(.string(#"{"name": "Can", "formed": 1968}"#), into: .entity("Band")) },
      { try store.deleteAllData() }, { try store.rebuildSearch() },
    ]
    for (index, call) in calls.enumerated() {
      let error = #expect(throws: StoreError.self, "\(index)") { try call() }
      #expect(error?.reason == .readOnly)
      #expect(error?.message == Self.refusal)
    }
    #expect(try store.fetch(Band.all.keys()) == ["Japan"])
    #expect(try store.integrityProblems() == [])
    try store.backUp(to: folder.path("copy.sqlite"))
    #expect(folder.names.contains("copy.sqlite"))
  }

  @Test("An awaited write is refused, too")
  func awaited() async throws {
    try fill()
    let store = try open()
    let calls: [@Sendable () async throws -> Void] = [
      { try await store.write { _ in } }, { try await store.deleteAllData() },
      { try await store.rebuildSearch() },
      { try await store.importJSON(.string(#"{"name": "Can", "formed": 1968}"#), into: .entity("Band")) },
    ]
    for (index, call) in calls.enumerated() {
      let error = await #expect(throws: StoreError.self, "\(index)") { try await call() }
      #expect(error?.message == Self.refusal)
    }
    #expect(try await store.fetch(Band.all.keys()) == ["Japan"])
  }

  @Test("It sees what another store writes")
  func others() throws {
    try fill()
    let store = try open()
    #expect(try store.fetch(Band.all.count()) == 1)
    let writer = try Store(.file(path), model: BandsModel())
    try writer.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    #expect(try store.fetch(Band.all.keys()) == ["Can", "Japan"])
  }

  @Test(
    "The file must be there, with its tables; nothing is made: not the file, nor the folder of an account")
  func missing() throws {
    #expect(throws: StoreError.self) { try open() }
    var options = StoreOptions()
    options.isReadOnly = true
    #expect(throws: StoreError.self) {
      try Store(.account("ann", folder: folder.path("users")), model: BandsModel(), options: options)
    }
    #expect(folder.names == [])
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let error = #expect(throws: StoreError.self) { try open() }
    #expect(
      error?.message == "'\(path)' holds no records of Rowsmith; import into it first, or name another file")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
  }

  @Test("A damaged file stays where it is, whatever the policy")
  func damaged() throws {
    try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: StoreError.self) { try open { $0.onDamage = .setAside } }
    #expect(error?.reason == .damaged)
    #expect(folder.names == ["bands.sqlite"])
  }

  @Test(
    "A database of another version of the model is refused and left alone, whatever the policy",
    arguments: ModelChangePolicy.allCases)
  func otherVersion(_ policy: ModelChangePolicy) throws {
    let old = try ModelFile.schema(
      "rowsmith: 1\nentities: { A: { PrimaryKey: id, attributes: { id: Int } } }\n")
    let new = try ModelFile.schema(
      "rowsmith: 1\nentities: { A: { PrimaryKey: id, attributes: { id: Int, name: String? } } }\n")
    let first = try Store(.file(path), schema: old)
    try first.importJSON(.string(#"{"id": 7}"#), into: .entity("A"))
    first.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    var options = StoreOptions()
    options.isReadOnly = true
    options.onModelChange = policy
    let error = #expect(throws: StoreError.self) { try Store(.file(path), schema: new, options: options) }
    #expect(error?.reason == .modelChanged)
    #expect(
      error?.message
        == "another version of the model 'Model' made '\(path)', and it is opened for reading only: open it for "
        + "writing once, which migrates it, or run `rowsmith migrate`")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(folder.names == ["bands.sqlite"])
  }

  @Test("Where only names in JSON have changed, the database is read as it is")
  func otherMapping() throws {
    let old = "rowsmith: 1\nentities: { A: { PrimaryKey: id, attributes: { id: Int, name: String? } } }\n"
    let new = old.replacing("name: String?", with: "name: { type: String?, ImportName: title }")
    let first = try Store(.file(path), schema: ModelFile.schema(old))
    try first.importJSON(.string(#"{"id": 7, "name": "x"}"#), into: .entity("A"))
    first.close()
    var options = StoreOptions()
    options.isReadOnly = true
    options.onModelChange = .fail
    let store = try Store(.file(path), schema: ModelFile.schema(new), options: options)
    #expect(try store.fetch(.sql("SELECT name FROM A")).map(\.values) == [[.text("x")]])
  }

  @Test("Values are observed, and change with what another store writes when the store looks")
  func observing() async throws {
    try fill()
    let store = try open()
    let names = store.observe(Band.all.keys()).makeAsyncIterator()
    #expect(try await names.next() == ["Japan"])
    let writer = try Store(.file(path), model: BandsModel())
    try await writer.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    try await store.checkForExternalChanges()
    #expect(try await names.next() == ["Can", "Japan"])
  }
}
