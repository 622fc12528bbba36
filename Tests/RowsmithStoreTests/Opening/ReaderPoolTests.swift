import Bands
import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

/// Who is given a reader, where there are fewer than are wanted.
struct ReaderPoolTests {
  private struct CannotOpen: Error {}

  @Test
  func `who waits for a reader that cannot be opened is told so`() {
    let (isOpening, isWanted) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let pool = ReaderPool(maximum: 1) {
      isOpening.signal()
      isWanted.wait()
      // The other thread is about to wait.
      Thread.sleep(forTimeInterval: 0.1)
      isWanted.signal()
      throw CannotOpen()
    }
    let ended = DispatchSemaphore(value: 0)
    let read = { @Sendable in
      #expect(throws: CannotOpen.self) { try pool.run { _ in } }
      ended.signal()
    }
    Thread(block: read).start()
    isOpening.wait()
    Thread(block: {
      isWanted.signal()
      read()
    }).start()
    #expect(ended.wait(timeout: .now() + 1800) == .success)
    #expect(ended.wait(timeout: .now() + 1800) == .success)
  }

  @Test
  func `who waits for a reader that is in use is not told that another one cannot be opened`() throws {
    let (canOpen, isBound) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (isOpening, isWanted) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (isTold, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    canOpen.signal()
    let pool = ReaderPool(maximum: 2) {
      if canOpen.wait(timeout: .now()) == .success {
        let model = StoredModel(BandsModel.schema, customizations: Customizations())
        return Session(connection: try Connection(path: ":memory:"), model: model)
      }
      isOpening.signal()
      isWanted.wait()
      // The third thread is about to wait. If it comes later, it opens one.
      Thread.sleep(forTimeInterval: 0.1)
      canOpen.signal()
      throw CannotOpen()
    }
    Thread(block: {
      #expect(throws: Never.self) {
        try pool.run { _ in
          let held = pool.bindToWriter()
          isBound.signal()
          isTold.wait()
          pool.unbindFromWriter(held)
        }
      }
      ended.signal()
    }).start()
    isBound.wait()
    Thread(block: {
      #expect(throws: CannotOpen.self) { try pool.run { _ in } }
      isTold.signal()
      ended.signal()
    }).start()
    isOpening.wait()
    Thread(block: {
      isWanted.signal()
      #expect(throws: Never.self) { try pool.run { _ in } }
      ended.signal()
    }).start()
    for _ in 1...3 { try #require(ended.wait(timeout: .now() + 1800) == .success) }
  }

  @Test
  func `who reads at once is given a reader that is idle, and none is opened or waited for`() throws {
    let scratch = ScratchFile()
    var options = StoreOptions()
    options.maximumReaders = 1
    let store = try Store(.file(scratch.path), model: BandsModel(), options: options)
    let count = { try store.readNotingTablesAtOnce { try $0.fetch(Band.all.count()) }?.value }
    #expect(try count() == nil)
    let meanwhile = try store.read { _ in try count() }
    #expect(meanwhile == nil)
    #expect(try count() == 0)
    #expect(try count() == 0)
    store.close()
    #expect(try count() == nil)
  }

  @Test
  func `a read that is cancelled does not wait for a reader`() async throws {
    let scratch = ScratchFile()
    var options = StoreOptions()
    options.maximumReaders = 1
    let store = try Store(.file(scratch.path), model: BandsModel(), options: options)
    let isCancelled = DispatchSemaphore(value: 0)
    let started = AsyncStream.makeStream(of: Void.self)
    async let reading: Void = store.read { _ in
      started.continuation.yield()
      #expect(isCancelled.wait(timeout: .now() + 1800) == .success)
    }
    for await _ in started.stream { break }
    let waiting = Task { try await store.fetch(Band.all.count()) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    isCancelled.signal()
    try await reading
    #expect(try await store.fetch(Band.all.count()) == 0)
  }

  @Test
  func `a read inside a read does not wait for itself`() throws {
    let scratch = ScratchFile()
    var options = StoreOptions()
    options.maximumReaders = 2
    let store = try Store(.file(scratch.path), model: BandsModel(), options: options)
    let error = #expect(throws: StoreError.self) {
      try store.read { _ in
        #expect(try store.fetch(Band.all.count()) == 0)
        _ = try store.read { _ in try store.fetch(Band.all.count()) }
      }
    }
    #expect(error?.reason == .misuse)
    #expect(try store.fetch(Band.all.count()) == 0)
  }

  @Test
  func `a write does not wait for readers that wait for it`() throws {
    let scratch = ScratchFile()
    var options = StoreOptions()
    options.maximumReaders = 1
    let store = try Store(.file(scratch.path), model: BandsModel(), options: options)
    let (isReading, isWriting) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let ended = DispatchSemaphore(value: 0)
    Thread(block: {
      #expect(throws: Never.self) {
        try store.read { _ in
          isReading.signal()
          isWriting.wait()
          try store.write { try $0.insert(Band(name: "Can", formed: 1968)) }
        }
      }
      ended.signal()
    }).start()
    isReading.wait()
    Thread(block: {
      let error = #expect(throws: StoreError.self) {
        try store.write { _ in
          isWriting.signal()
          _ = try store.fetch(Band.all.count())
        }
      }
      #expect(error?.reason == .misuse)
      ended.signal()
    }).start()
    for _ in 1...2 { try #require(ended.wait(timeout: .now() + 1800) == .success) }
    #expect(try store.fetch(Band.all.count()) == 1)
  }

  @Test
  func `a write that closes the store does not wait for a read that waits for it`() throws {
    let scratch = ScratchFile()
    let store = try Store(.file(scratch.path), model: BandsModel())
    let (isReading, isWriting) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let ended = DispatchSemaphore(value: 0)
    Thread(block: {
      // It may also come when the store is closed.
      _ = try? store.read { _ in
        isReading.signal()
        isWriting.wait()
        try store.write { try $0.insert(Band(name: "Can", formed: 1968)) }
      }
      ended.signal()
    }).start()
    isReading.wait()
    Thread(block: {
      #expect(throws: Never.self) {
        try store.write { db in
          isWriting.signal()
          store.close()
          try db.insert(Band(name: "Japan", formed: 1974))
        }
      }
      ended.signal()
    }).start()
    for _ in 1...2 { try #require(ended.wait(timeout: .now() + 1800) == .success) }
    #expect(try Store(.file(scratch.path), model: BandsModel()).fetch(Band.find("Japan")) != nil)
  }

  @Test(arguments: [false, true])
  func `a write that closes the store waits for other reads, unless they close it`(closes: Bool) throws {
    let scratch = ScratchFile()
    let store = try Store(.file(scratch.path), model: BandsModel())
    let (isReading, isClosing) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (hasRead, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread(block: {
      #expect(throws: Never.self) {
        try store.read { db in
          isReading.signal()
          isClosing.wait()
          // The write is about to wait.
          Thread.sleep(forTimeInterval: 0.1)
          if closes { store.close() }
          let count = try db.fetch(Band.all.count())
          #expect(count == 0)
          hasRead.signal()
        }
      }
      ended.signal()
    }).start()
    isReading.wait()
    Thread(block: {
      #expect(throws: Never.self) {
        try store.write { _ in
          isClosing.signal()
          store.close()
          if !closes { #expect(hasRead.wait(timeout: .now()) == .success) }
        }
      }
      ended.signal()
    }).start()
    for _ in 1...2 { try #require(ended.wait(timeout: .now() + 1800) == .success) }
  }

  @Test
  func `a store can be closed by the write that is going on`() throws {
    let scratch = ScratchFile()
    let store = try Store(.file(scratch.path), model: BandsModel())
    try store.write { db in
      store.close()
      try db.insert(Band(name: "Japan", formed: 1974))
    }
    let error = #expect(throws: StoreError.self) { try store.write { _ in } }
    #expect(error?.reason == .closed)
    #expect(try Store(.file(scratch.path), model: BandsModel()).fetch(Band.all.count()) == 1)
  }
}
