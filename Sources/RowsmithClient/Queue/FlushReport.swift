/// What came of sending what waits.
public struct FlushReport: Sendable {
  /// How many requests the server has taken.
  public var sent = 0
  /// The requests that it has refused, with its reasons. They are set aside.
  public var refused: [(item: QueueItem, error: ClientError)] = []
  /// How many requests still wait, those not counted that are set aside.
  public var waiting = 0
  /// Why it stopped before the end: no connection, a server that wants to be left alone, a log-in that is needed. Nil where
  /// everything that could be sent was.
  public var stopped: ClientError?

  /// Creates an empty report.
  public init() {}
}
