import Bands
import Foundation
import Rowsmith
import Testing

/// What is left beside the file of a store that nobody refers to any more.
struct ClosingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("bands.sqlite")
    let store = try Store(.file(path), model: BandsModel())
    try store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
  }

  @Test
  func `a store that has read leaves no log`() throws {
    do {
      let store = try Store(.file(path), model: BandsModel())
      try store.write { try $0.insert(Band(name: "Can", formed: 1968)) }
      #expect(try store.fetch(Band.all.count()) == 2)
    }
    #expect(folder.names == ["bands.sqlite"])
  }

  @Test
  func `a store that only reads leaves no log`() throws {
    var options = StoreOptions()
    options.isReadOnly = true
    do {
      let store = try Store(.file(path), model: BandsModel(), options: options)
      #expect(try store.fetch(Band.all.count()) == 1)
    }
    #expect(folder.names == ["bands.sqlite"])
  }

  @Test
  func `of stores that are closed at once the last one leaves no log`() throws {
    for _ in 0..<20 {
      let path = path
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let store = try? Store(.file(path), model: BandsModel())
        _ = try? store?.fetch(Band.all.count())
        store?.close()
      }
      #expect(folder.names == ["bands.sqlite"])
    }
  }

  @Test
  func `a store that only reads cannot be made to write`() throws {
    var options = StoreOptions()
    options.isReadOnly = true
    let store = try Store(.file(path), model: BandsModel(), options: options)
    #expect(throws: StoreError.self) { try store.fetch(.sql("DELETE FROM Band RETURNING name")) }
    #expect(try store.fetch(Band.all.count()) == 1)
  }
}
