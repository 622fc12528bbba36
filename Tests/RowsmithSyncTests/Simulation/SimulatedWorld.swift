import Foundation
import RowsmithAPI
import RowsmithClient
import RowsmithSchema
import RowsmithSync
import RowsmithTesting

/// What all clients of a simulation share.
struct SimulatedWorld: Sendable {
  let settings: SimulationSettings
  let backend: any SimulatedBackend
  let clock: VirtualClock
  let log: ServerLog
  let seed: UInt64

  init(_ settings: SimulationSettings, _ backend: SimulatedBackendKind, seed: UInt64) {
    let clock = VirtualClock()
    let backend = backend.make(clock, seed: seed)
    (self.settings, self.backend, self.clock) = (settings, backend, clock)
    self.seed = seed
    log = ServerLog(backend)
  }

  var plan: SyncPlan { backend.plan }
  var schema: Schema { backend.schema }

  /// How far a client's clock is off, in seconds: up to a day.
  func skew(of client: Int) -> Double {
    var dice = SimulatedDice(seed: seed &+ UInt64(client))
    return Double(dice.number(-86_400..<86_401))
  }

  func server(for client: Int, _ turnstile: Turnstile, _ time: ClientClock) throws
    -> any SyncServer
  {
    try backend.server(client, turnstile, log, time)
  }
}

/// Which server a simulation has.
enum SimulatedBackendKind: String, Sendable, CaseIterable {
  case memory, kinto
  /// With lists of what is new.
  case rest
  /// With a feed of changes.
  case restFeed
  /// Whose changes that come late are not waited for.
  case kintoWithoutOverlap, restWithoutOverlap

  /// Those with which clients have to agree.
  static let allCases: [SimulatedBackendKind] = [.memory, .kinto, .rest, .restFeed]

  func make(_ clock: VirtualClock, seed: UInt64) -> any SimulatedBackend {
    switch self {
    case .memory: MemoryBackend()
    case .kinto: KintoBackend(clock, seed: seed)
    case .kintoWithoutOverlap: KintoBackend(clock, overlap: "0", late: 0.6, seed: seed)
    case .rest: RESTBackend(clock, .lists, seed: seed)
    case .restFeed: RESTBackend(clock, .feed, seed: seed)
    case .restWithoutOverlap: RESTBackend(clock, .lists, overlap: "0", seed: seed)
    }
  }
}

/// A server of a simulation, with what is between it and the clients.
protocol SimulatedBackend: Sendable {
  /// What the model says of it.
  var plan: SyncPlan { get }
  /// The model.
  var schema: Schema { get }

  /// The server as one client sees it.
  func server(_ client: Int, _ turnstile: Turnstile, _ log: ServerLog, _ time: ClientClock) throws
    -> any SyncServer

  /// Lets time pass where the server has a clock of its own, in seconds.
  func pass(_ seconds: Double)

  /// The records of a collection that are alive, by id.
  func records(in collection: String) -> [String: String]

  /// A record; nil where it is not there, or not any more.
  func record(_ id: String, in collection: String) -> String?
}

extension SimulatedBackend {
  var schema: Schema { SimulatedModel.schema }

  func pass(_ seconds: Double) {}
}

/// The server of the library's tests, with faults between it and the engine.
struct MemoryBackend: SimulatedBackend {
  private let memory = MemorySyncServer()
  let plan = SimulatedModel.plan()

  func server(_ client: Int, _ turnstile: Turnstile, _ log: ServerLog, _ time: ClientClock)
    -> any SyncServer
  {
    SimulatedNetwork(server: memory, turnstile: turnstile, log: log, client: client)
  }

  func pass(_ seconds: Double) { memory.time += Int64(seconds * 1000) }

  func records(in collection: String) -> [String: String] {
    memory.entries(in: collection).filter { !$0.value.isDeleted }.mapValues(\.json)
  }

  func record(_ id: String, in collection: String) -> String? {
    memory.entries(in: collection)[id].flatMap { $0.isDeleted ? nil : $0.json }
  }
}
