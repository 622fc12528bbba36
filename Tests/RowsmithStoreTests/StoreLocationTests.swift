import Bands
import Foundation
import Rowsmith
import Shop
import Testing

/// Opening what is there, and nothing else.
struct StoreLocationTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "rowsmith-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func withFile(_ body: (String) throws -> Void) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("store.sqlite").path)
  }

  @Test
  func `an existing file is opened`() throws {
    try withFile { path in
      _ = try Store(.file(path), model: BandsModel()).importJSON(
        .string(#"{"name": "Japan", "formed": 1974}"#), into: .entity("Band"))
      #expect(try Store(.existingFile(path), model: BandsModel()).fetch(Band.all.count()) == 1)
    }
  }

  @Test
  func `a file that is not there is refused and not made`() throws {
    try withFile { path in
      #expect(throws: StoreError.self) { try Store(.existingFile(path), model: BandsModel()) }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test
  func `a database without the tables is refused and left alone`() throws {
    try withFile { path in
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      let error = #expect(throws: StoreError.self) { try Store(.existingFile(path), model: BandsModel()) }
      #expect(error?.message.contains("holds no records of Rowsmith") == true)
      #expect(error?.reason == .misuse)
      #expect(FileManager.default.contents(atPath: path)?.isEmpty == true)
    }
  }

  @Test
  func `a file that is no database is refused`() throws {
    try withFile { path in
      _ = FileManager.default.createFile(atPath: path, contents: Data(repeating: 65, count: 4096))
      #expect(throws: StoreError.self) { try Store(.existingFile(path), model: BandsModel()) }
    }
  }

  @Test
  func `the database of another model is refused`() throws {
    try withFile { path in
      _ = try Store(.file(path), model: BandsModel())
      let error = #expect(throws: MigrationError.self) { try Store(.existingFile(path), model: ShopModel()) }
      #expect(error?.reason == .otherModel)
    }
  }

  @Test
  func `the database of another model is not deleted for this one`() throws {
    try withFile { path in
      try Store(.file(path), model: BandsModel()).write { try $0.insert(Band(name: "Japan", formed: 1974)) }
      for policy in ModelChangePolicy.allCases {
        var options = StoreOptions()
        options.onModelChange = policy
        let error = #expect(throws: MigrationError.self) {
          try Store(.file(path), model: ShopModel(), options: options)
        }
        #expect(error?.reason == .otherModel)
      }
      #expect(try Store(.file(path), model: BandsModel()).fetch(Band.all.count()) == 1)
    }
  }

  @Test
  func `an existing file makes way for none, as none would be made`() throws {
    try withFile { path in
      var old = BandsModel.schema
      for entity in old.entities.indices {
        for index in old.entities[entity].attributes.indices
        where old.entities[entity].attributes[index].name == "disbanded" {
          old.entities[entity].attributes[index].name = "ended"
        }
      }
      let first = try Store(.file(path), schema: old)
      try first.importJSON(.string(#"{"name": "Japan", "formed": 1974}"#), into: .entity("Band"))
      first.close()
      var options = StoreOptions()
      options.onModelChange = .deleteStore
      options.onDamage = .setAside
      let changed = #expect(throws: StoreError.self) {
        try Store(.existingFile(path), model: BandsModel(), options: options)
      }
      #expect(changed?.reason == .modelChanged)
      let migrated = try Store(.existingFile(path), model: BandsModel())
      #expect(try migrated.fetch(Band.all.count()) == 1)
      migrated.close()
      let noise = Data(repeating: 65, count: 8192)
      try noise.write(to: URL(fileURLWithPath: path))
      let damaged = #expect(throws: StoreError.self) {
        try Store(.existingFile(path), model: BandsModel(), options: options)
      }
      #expect(damaged?.reason == .damaged)
      #expect(FileManager.default.contents(atPath: path) == noise)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
    }
  }
}
