/// How calls are repeated that did not come through. Only those are that do no more when sent twice than once (RFC 9110,
/// section 9.2.2), or that carry an idempotency key.
public struct RetryPolicy: Sendable, Hashable {
  /// How often a request is sent at most; 1 for no repetition.
  public var maximumAttempts = 4
  /// About how long to wait before the first repetition. Each further one waits up to twice as long as the one before; the
  /// wait is drawn between nothing and that ("full jitter").
  public var firstDelay = Duration.milliseconds(500)
  /// At most how long to wait.
  public var maximumDelay = Duration.seconds(30)
  /// At most how long to wait where the server says how long (`Retry-After`); where it says longer, the call fails and tells.
  public var maximumRetryAfter = Duration.seconds(120)

  /// Creates the default policy.
  public init() {}

  /// No repetition.
  public static var none: RetryPolicy {
    var policy = RetryPolicy()
    policy.maximumAttempts = 1
    return policy
  }

  /// How long to wait before the attempt of a number, the first repetition being 2.
  package func delay(before attempt: Int, draw: Double) -> Duration {
    var limit = firstDelay
    for _ in 2..<max(attempt, 2) where limit < maximumDelay { limit = limit * 2 }
    return min(limit, maximumDelay) * draw
  }
}
