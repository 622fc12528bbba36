/// One iteration over the values of something.
final class ValueObserver<Value: Equatable & Sendable>: Sendable {
  private let store: WeakStore
  private let body: @Sendable (ReadTransaction) throws -> Value
  private let room = DeliveryQueue(Interest())
  private let registration: ObserverRegistry.Registration?
  private let last = DeliveryQueue<Value?>(nil)

  init(_ store: WeakStore, _ body: @escaping @Sendable (ReadTransaction) throws -> Value) {
    self.store = store
    self.body = body
    registration = store.store?.register(room)
  }

  func next() async throws -> Value? {
    while await room.take({ $0.beginReading() }) == true {
      guard let store = store.store else { break }
      do {
        let (value, tables) = try await store.readNotingTables(body)
        room.access { $0.settle(tables) }
        if last.access({ last in
          defer { last = value }
          return last != value
        }) {
          return value
        }
      } catch {
        if room.access({ $0.isFinished }) { break }
        if Task.isCancelled, error is CancellationError {
          // Another task may go on with the iteration.
          room.update { $0.touch(.all) }
          break
        }
        room.update { $0.isFinished = true }
        throw error
      }
    }
    return nil
  }
}
