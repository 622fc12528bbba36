import Bands
import Testing

@testable import Rowsmith

/// Two stores of one file, which are to each other as two processes are.
@Suite(.timeLimit(.minutes(30)))
struct ExternalChangeTests {
  private let scratch = ScratchFile()

  private func opened(_ configure: (inout StoreOptions) -> Void = { _ in }) throws -> Store {
    var options = StoreOptions()
    configure(&options)
    return try Store(.file(scratch.path), model: BandsModel(), options: options)
  }

  @Test
  func `writes of others are noticed when asked for`() async throws {
    let own = try opened()
    // To make a file, and to open one that is new, is a write.
    #expect(try await own.checkForExternalChanges() == false)
    let other = try opened()
    #expect(try await own.checkForExternalChanges() == false)
    try await own.write { try $0.insert(Band(name: "A", formed: 1)) }
    #expect(try await own.checkForExternalChanges() == false)
    try await other.write { try $0.insert(Band(name: "B", formed: 1)) }
    #expect(try await own.checkForExternalChanges())
    #expect(try await own.checkForExternalChanges() == false)
    #expect(try await other.checkForExternalChanges())
  }

  @Test
  func `they are observed then`() async throws {
    let (own, other) = (try opened(), try opened())
    let sets = own.changes()
    let bands = own.observe(Band.all).makeAsyncIterator()
    #expect(try await bands.next() == [])
    try await other.write { try $0.insert(Band(name: "B", formed: 1)) }
    #expect(sets.takeWaiting() == nil)
    try await own.checkForExternalChanges()
    #expect(try await bands.next()?.map(\.name) == ["B"])
    let set = try #require(sets.takeWaiting())
    #expect(set.origins == [.external] && !set.isComplete && set.entities.isEmpty)
  }

  @Test
  func `one's own writes between do not hide them`() async throws {
    let (own, other) = (try opened(), try opened())
    try await other.write { try $0.insert(Band(name: "B", formed: 1)) }
    try await own.write { try $0.insert(Band(name: "A", formed: 1)) }
    #expect(try await own.checkForExternalChanges())
  }

  @Test
  func `a store that is opened to read sees the writes of others`() async throws {
    let other = try opened()
    let own = try opened { $0.isReadOnly = true }
    let bands = own.observe(Band.all).makeAsyncIterator()
    #expect(try await bands.next() == [])
    try await other.write { try $0.insert(Band(name: "B", formed: 1)) }
    try await own.checkForExternalChanges()
    #expect(try await bands.next()?.count == 1)
  }

  @Test
  func `an interval makes the store ask by itself`() async throws {
    let other = try opened()
    let own = try opened { $0.externalChangeInterval = .milliseconds(5) }
    let bands = own.observe(Band.all).makeAsyncIterator()
    #expect(try await bands.next() == [])
    for number in 1...3 {
      try await other.write { try $0.insert(Band(name: "\(number)", formed: 1)) }
      #expect(try await bands.next()?.count == number)
    }
  }

  @Test
  func `memory has no others`() async throws {
    let store = try Store(.memory, model: BandsModel())
    try await store.write { try $0.insert(Band(name: "A", formed: 1)) }
    #expect(try await store.checkForExternalChanges() == false)
  }
}
