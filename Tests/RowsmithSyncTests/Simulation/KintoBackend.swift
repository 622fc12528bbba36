import RowsmithAPI
import RowsmithClient
import RowsmithSync

/// The adapter for Kinto over a Kinto in the process.
struct KintoBackend: SimulatedBackend {
  private let clock: VirtualClock
  private let kinto: KintoDouble
  let plan: SyncPlan

  /// - Parameters:
  ///   - overlap: how many seconds are read again; changes come up to 0.8 s late.
  ///   - late: the share of changes that come late.
  init(_ clock: VirtualClock, overlap: String = "1", late: Double = 0.2, seed: UInt64) {
    self.clock = clock
    kinto = KintoDouble(clock, late: late, seed: seed)
    plan = SimulatedModel.plan(
      server: "kinto", settings: [.init("bucket", "blog"), .init("overlap", overlap)])
  }

  func server(_ client: Int, _ turnstile: Turnstile, _ log: ServerLog, _ time: ClientClock) throws
    -> any SyncServer
  {
    var options = ClientOptions()
    options.authentication = BasicAuthentication(user: "alice", password: "secret")
    options.retries = .none
    options.clock = time
    let transport = SimulatedTransport(
      server: kinto, turnstile: turnstile, log: log, client: client, clock: clock)
    return try KintoServer(
      url: "http://kinto.test/v1", bucket: "blog", transport: transport, options: options)
  }

  func records(in collection: String) -> [String: String] { kinto.living(collection) }

  func record(_ id: String, in collection: String) -> String? { kinto.living(id, in: collection) }
}
