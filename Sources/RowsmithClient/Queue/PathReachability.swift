#if canImport(Network)
  import Dispatch
  import Network

  /// The network status as reported by Apple's systems.
  public struct PathReachability: Reachability {
    /// Creates it.
    public init() {}

    /// Whether the network can be reached, reported at each change.
    public var changes: AsyncStream<Bool> {
      // Changes while the queue is sent count once, and only the last one is true.
      AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let monitor = NWPathMonitor()
        monitor.pathUpdateHandler = { continuation.yield($0.status == .satisfied) }
        continuation.onTermination = { _ in monitor.cancel() }
        monitor.start(queue: .global())
      }
    }
  }
#endif
