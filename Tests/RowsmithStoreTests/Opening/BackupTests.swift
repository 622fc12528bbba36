import Bands
import Foundation
import Rowsmith
import Testing

/// Copies and checks of a store in use, awaited or not, and those that cannot be made.
struct BackupTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(.file(folder.path("bands.sqlite")), model: BandsModel())
    try store.write { try $0.insert(Band(name: "Can", formed: 1968)) }
  }

  private func count(_ path: String) throws -> Int {
    try Store(.file(path), model: BandsModel()).fetch(Band.all.count())
  }

  // In a function that awaits, the compiler would take what is awaited.
  private func copy(to path: String) throws { try store.backUp(to: path) }

  @Test func `an awaited copy is the database, and leaves nothing beside it`() async throws {
    let path = folder.path("copy.sqlite")
    try await store.backUp(to: path)
    #expect(try count(path) == 1)
    #expect(folder.names.filter { $0.contains("partial") } == [])
  }

  @Test func `a copy takes the place of one that is there, its log included`() async throws {
    let path = folder.path("copy.sqlite")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    try Data("log".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
    try copy(to: path)
    #expect(try count(path) == 1)
    try await store.write { try $0.insert(Band(name: "Neu!", formed: 1971)) }
    try await store.backUp(to: path)
    #expect(try count(path) == 2)
  }

  @Test(arguments: [true, false])
  func `a copy onto a symbolic link is made where it leads, and the link stays`(isThere: Bool) async throws {
    let (link, kept) = (folder.path("copy.sqlite"), folder.path("kept"))
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "kept/real.sqlite")
    if isThere {
      for suffix in ["", "-wal"] {
        try Data("old".utf8).write(to: URL(fileURLWithPath: "\(kept)/real.sqlite\(suffix)"))
      }
    }
    try copy(to: link)
    try await store.backUp(to: link)
    #expect(try FileManager.default.contentsOfDirectory(atPath: kept) == ["real.sqlite"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "kept/real.sqlite")
    #expect(try count("\(kept)/real.sqlite") == 1)
  }

  @Test func `a store that reads copies, and goes on refusing to write`() throws {
    var options = StoreOptions()
    options.isReadOnly = true
    let reading = try Store(.file(folder.path("bands.sqlite")), model: BandsModel(), options: options)
    try reading.backUp(to: folder.path("copy.sqlite"))
    #expect(try count(folder.path("copy.sqlite")) == 1)
    #expect(throws: StoreError.self) { try reading.read { try $0.fetch(.sql("DELETE FROM Band")) } }
    #expect(try reading.fetch(Band.all.count()) == 1)
  }

  @Test func `a copy to itself, spelled in any way, is refused`() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path(""))
    for path in ["bands.sqlite", "./bands.sqlite", "x/../bands.sqlite", "link/bands.sqlite"] {
      let path = folder.path("") + "/" + path
      let error = #expect(throws: StoreError.self) { try copy(to: path) }
      #expect(error?.reason == .misuse)
      #expect(error?.message == "cannot copy '\(path)' to itself; name another file")
      await #expect(throws: StoreError.self) { try await store.backUp(to: path) }
    }
    #expect(try await store.fetch(Band.all.count()) == 1)
  }

  @Test func `a copy into a folder that is not there names the copy`() throws {
    let path = folder.path("nowhere/copy.sqlite")
    let error = #expect(throws: StoreError.self) { try store.backUp(to: path) }
    #expect(error?.code?.primary == .cannotOpen)
    #expect(error?.message.contains(path) == true)
  }

  @Test func `a copy onto a folder is refused, and takes its traces away`() throws {
    let path = folder.path("taken")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: path + "/file"))
    let error = #expect(throws: StoreError.self) { try store.backUp(to: path) }
    #expect(error?.message.hasPrefix("cannot write '") == true)
    #expect(folder.names.filter { $0.contains("partial") } == [])
    #expect(FileManager.default.fileExists(atPath: path + "/file"))
  }

  @Test func `a cancelled task leaves no copy`() async throws {
    let path = folder.path("copy.sqlite")
    let store = store
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await store.backUp(to: path)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names.filter { $0.hasPrefix("copy") } == [])
  }

  @Test func `a copy of memory is a file`() async throws {
    let memory = try Store(.memory, model: BandsModel())
    try await memory.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    try await memory.backUp(to: folder.path("memory.sqlite"))
    #expect(try count(folder.path("memory.sqlite")) == 1)
  }

  @Test func `a sound database has no problems, asked in either way`() async throws {
    #expect(try await store.integrityProblems() == [])
    let memory = try Store(.memory, model: BandsModel())
    #expect(try await memory.integrityProblems() == [])
  }

  @Test func `a store opened through a link is not copied onto its own file, nor one onto a link to it`()
    throws
  {
    let (link, real) = (folder.path("link.sqlite"), folder.path("bands.sqlite"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    let linked = try Store(.file(link), model: BandsModel())
    #expect(#expect(throws: StoreError.self) { try linked.backUp(to: real) }?.reason == .misuse)
    #expect(#expect(throws: StoreError.self) { try copy(to: link) }?.reason == .misuse)
    try linked.write { try $0.insert(Band(name: "Neu!", formed: 1971)) }
    linked.close()
    #expect(try count(real) == 2)
  }

  @Test func `copies to one path at the same time are each whole`() async throws {
    try await store.write { db in
      for number in 0..<20_000 { try db.insert(Band(name: "Band \(number)", formed: 1968)) }
    }
    let (store, path) = (store, folder.path("copy.sqlite"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<3 { try await store.backUp(to: path) } } }
      try await group.waitForAll()
    }
    #expect(try count(path) == 20_001)
    #expect(folder.names.filter { $0.contains("partial") } == [])
  }

  @Test func `what a killed process has left of a copy is removed by a later one`() throws {
    let old = folder.path("copy.sqlite.partial-1")
    for name in [old, folder.path("copy.sqlite.partial-2")] {
      try Data("half".utf8).write(to: URL(fileURLWithPath: name))
    }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -100_000)], ofItemAtPath: old)
    try copy(to: folder.path("copy.sqlite"))
    // The other one may be under way.
    #expect(folder.names.filter { $0.contains("partial") } == ["copy.sqlite.partial-2"])
  }
}
