/// The result of sending the queue.
public struct FlushReport: Sendable {
  /// The number of requests that the server has accepted.
  public var sent = 0
  /// The requests that the server refused, with its reasons. They are set aside.
  public var refused: [(item: QueueItem, error: ClientError)] = []
  /// The number of requests still queued, without those set aside.
  public var waiting = 0
  /// Why it stopped early: no connection, a server that asked for a pause, a login that is needed, or a database that fails.
  /// `nil` if everything that could be sent was sent.
  public var stopped: ClientError?

  /// Creates an empty report.
  public init() {}
}
