/// How failed calls are retried. Only requests that are idempotent (RFC 9110, section 9.2.2) or carry an idempotency key are.
public struct RetryPolicy: Sendable, Hashable {
  /// The largest number of attempts; 1 for no retry.
  public var maximumAttempts = 4
  /// The longest wait before the first retry. It doubles with each further retry; the actual wait is random, between zero and
  /// that ("full jitter").
  public var firstDelay = Duration.milliseconds(500)
  /// The upper limit of that wait.
  public var maximumDelay = Duration.seconds(30)
  /// The longest `Retry-After` that is waited for. If the server asks for a longer wait, the call fails and says so.
  public var maximumRetryAfter = Duration.seconds(120)

  /// Creates the default policy.
  public init() {}

  /// No retries.
  public static var none: RetryPolicy {
    var policy = RetryPolicy()
    policy.maximumAttempts = 1
    return policy
  }

  /// The wait before an attempt. The first retry is attempt 2.
  package func delay(before attempt: Int, draw: Double) -> Duration {
    var limit = firstDelay
    for _ in 2..<max(attempt, 2) where limit < maximumDelay { limit = limit * 2 }
    return min(limit, maximumDelay) * draw
  }
}
