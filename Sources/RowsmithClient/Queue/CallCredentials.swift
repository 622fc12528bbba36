import Foundation

/// What callers gave with their queued requests and is not stored, by the idempotency keys of these: credentials, which are
/// nowhere else, timeouts, and who is told of the progress.
///
/// A request that replaces another one has its number, also if another process has queued it, but not its key.
final class CallCredentials: @unchecked Sendable {
  /// What a caller gave with one request.
  struct Own: Sendable {
    var fields: [HTTPHeaders.Field] = []
    var timeouts: HTTPTimeouts?
    /// A call has it until it ends. Whatever is sent later has nobody to tell.
    weak var progress: CallProgress?
  }

  /// Guards `own`.
  private let lock = NSLock()
  private var own: [String: Own] = [:]

  /// That of a request; empty if it has nothing of its own.
  subscript(key: String) -> Own { lock.withLock { own[key] ?? Own() } }

  /// Takes that of a call in the transaction that queues it, as it may be sent from then on.
  ///
  /// - Parameter isNew: `false` if the request was there already. Then what it had before stays if the call has none.
  func take(_ call: RouteCall, under key: String, isNew: Bool) {
    let fields = CallArguments.credentials(of: call)
    lock.withLock {
      var taken = isNew ? Own() : own[key] ?? Own()
      if !fields.isEmpty { taken.fields = fields }
      taken.timeouts = call.options.timeouts ?? taken.timeouts
      taken.progress = call.options.progress ?? taken.progress
      let isEmpty = taken.fields.isEmpty && taken.timeouts == nil && taken.progress == nil
      own[key] = isEmpty ? nil : taken
    }
  }

  /// Goes on under another key as well: the request is made again.
  func copy(from old: String, to new: String) { lock.withLock { own[new] = own[old] } }

  func forget(_ key: String) { lock.withLock { own[key] = nil } }
}
