import Rowsmith
import RowsmithClient

extension Pusher {
  /// Lets rows be sent again that were set aside some time ago because the server had failed at them, and not refused them: it
  /// may have been down. An end that is further ahead than any such pause is from before a clock was set back.
  func retryFailures() async throws {
    let failed = """
      FROM _rowsmith_queue WHERE lane = 'sync' AND state = 'refused' AND not_before > 0
      AND (not_before <= ?1 OR not_before > ?2)
      """
    let now = Double(context.serverTime) / 1000
    let times = [StoredValue.real(now), .real(now + 2 * Settlement.pauseOfFailures)]
    // An idle sync writes nothing.
    if try await context.store.read({ try $0.rows("SELECT 1 \(failed) LIMIT 1", times).isEmpty }) { return }
    _ = try await context.write(.push, "trying failures again") { try $0.run("DELETE \(failed)", times) }
  }
}
