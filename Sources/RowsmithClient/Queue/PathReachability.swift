#if canImport(Network)
  import Network

  /// What Apple's systems say of the network.
  public struct PathReachability: Reachability {
    /// Creates it.
    public init() {}

    /// Whether there is a way into the network, each time when that changes.
    public var changes: AsyncStream<Bool> {
      AsyncStream { continuation in
        let monitor = NWPathMonitor()
        monitor.pathUpdateHandler = { continuation.yield($0.status == .satisfied) }
        continuation.onTermination = { _ in monitor.cancel() }
        monitor.start(queue: .global())
      }
    }
  }
#endif
