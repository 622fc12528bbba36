import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithSync

/// The adapter for servers with routes over one in the process.
struct RESTBackend: SimulatedBackend {
  private let clock: VirtualClock
  private let double: RESTDouble
  private let manner: RESTModel.Manner
  let plan: SyncPlan

  /// - Parameter overlap: how many seconds are read again; changes come up to 0.8 s late.
  init(_ clock: VirtualClock, _ manner: RESTModel.Manner, overlap: String = "1", seed: UInt64) {
    self.clock = clock
    self.manner = manner
    let isFeed = manner == .feed
    double = RESTDouble(clock, numbered: isFeed ? ["folders"] : [], hasTags: isFeed, seed: seed)
    plan = RESTModel.plan(manner, overlap: overlap)
  }

  var schema: Schema { RESTModel.model(manner).schema ?? Schema(name: "", entities: []) }

  func server(_ client: Int, _ turnstile: Turnstile, _ log: ServerLog, _ time: ClientClock) throws
    -> any SyncServer
  {
    let model = RESTModel.model(manner)
    guard var api = model.api else { throw SyncError(.settings, "\(model.diagnostics)") }
    api.sync = plan
    var options = ClientOptions()
    options.retries = .none
    options.clock = time
    // The scheduler holds one exchange of a client at a time.
    options.maximumRequests = 1
    let transport = SimulatedTransport(
      server: double, turnstile: turnstile, log: log, client: client, clock: clock)
    return try RESTSyncServer(api: api, schema: schema, transport: transport, options: options)
  }

  func records(in collection: String) -> [String: String] { double.living(collection) }

  func record(_ id: String, in collection: String) -> String? { double.living(id, in: collection) }
}
