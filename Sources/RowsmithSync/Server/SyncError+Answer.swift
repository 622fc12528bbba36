import Foundation
import Rowsmith
package import RowsmithClient

// What answers mean, and that none came (RFC 9110): the same for all adapters. What a protocol says beyond that, codes of
// its own and where the current record stands, is the adapter's.

extension SyncError.Reason {
  /// What a status that is no success means.
  ///
  /// - Parameter saysWhen: whether the answer says for how long the server wants to be left alone. A server that is busy
  ///   (503) and does not say so may have been halfway through.
  package init(status: Int, saysWhen: Bool) {
    switch status {
    case 401, 407: self = .loginNeeded
    case 403: self = .forbidden
    case 425, 429: self = .throttled
    case 503 where saysWhen: self = .throttled
    // Not implemented, and a version of HTTP that is not spoken: the same next time.
    case 501, 505: self = .refused
    case 408, 500...: self = .interrupted
    case 400..<500: self = .refused
    default: self = .answer
    }
  }
}

extension SyncError {
  /// The error that an answer is which is no success.
  ///
  /// - Parameter request: the method and the URL or path; its query is cut off.
  package init(_ answer: ServerExchange.Answer, request: String) {
    self.init(
      status: answer.status, code: answer.error?.serverCode, message: answer.error?.serverMessage,
      retryAfter: answer.retryAfter, request: request)
  }

  /// The error of a status that is no success: for the items of a batch, too.
  package init(
    status: Int, code: String? = nil, message: String? = nil, retryAfter: Double? = nil,
    request: String? = nil
  ) {
    self.init(
      Reason(status: status, saysWhen: retryAfter != nil), SyncError.sentence(status, code, message))
    self.status = status
    serverCode = code
    serverMessage = message
    self.retryAfter = retryAfter
    self.request = request.map { String($0.prefix { $0 != "?" }) }
  }

  /// The error of an exchange that brought no answer, or none that can be read.
  package init(_ error: any Error, request: String) {
    let request = String(request.prefix { $0 != "?" })
    guard let error = error as? ClientError else {
      if let error = error as? SyncError {
        self = error
        self.request = error.request ?? request
        return
      }
      self.init(error is CancellationError ? .cancelled : .answer, "the request could not be made: \(error)")
      underlying = error
      self.request = request
      return
    }
    self.init(Reason(error), error.message)
    status = error.status
    serverCode = error.serverCode
    serverMessage = error.serverMessage
    underlying = error
    self.request = request
  }

  private static func sentence(_ status: Int, _ code: String?, _ message: String?) -> String {
    var text = "the server answered \(status)"
    if let message { text += ": \(message.prefix(500).description.escapedForDisplay())" }
    if let code { text += " (code \(code.prefix(100).description.escapedForDisplay()))" }
    return text
  }
}

extension SyncError.Reason {
  /// What it means that no answer came.
  fileprivate init(_ error: ClientError) {
    switch error.reason {
    case .cancelled: self = .cancelled
    case .loginNeeded: self = .loginNeeded
    case .misuse: self = .settings
    case _ where error.isOffline: self = .offline
    case .transport where !error.mayHaveArrived:
      self = error.transport?.reason == .unsendable ? .settings : .offline
    case .transport: self = .interrupted
    case .status: self.init(status: error.status ?? 500, saysWhen: false)
    default: self = .answer
    }
  }
}

extension SyncOutcome {
  /// What became of a write, by the status of its answer alone.
  ///
  /// - Parameters:
  ///   - status: of the answer, or of the item of a batch.
  ///   - record: the record as the answer has it: what was written, what stands in its way, its tombstone.
  ///   - error: the error that the answer is, where it is one.
  package init(status: Int, record: SyncRecord?, error: @autoclosure () -> SyncError) {
    switch status {
    case 200..<300: self = .accepted(record)
    case 404, 410: self = .gone(record)
    // Somebody has it under way at this moment, and the server says when to come again.
    case 409 where record == nil && error().retryAfter != nil: self = .later(error())
    case 409, 412: self = .conflict(record)
    default: self = SyncOutcome(error(), mayHaveArrived: true)
    }
  }

  /// What became of a write that brought an error.
  ///
  /// - Parameter mayHaveArrived: whether the request may have reached the server. The reason of the error says so by itself
  ///   but for one that was cancelled.
  package init(_ error: SyncError, mayHaveArrived: Bool) {
    switch error.reason {
    case .offline, .throttled, .loginNeeded, .busy: self = .later(error)
    case .cancelled: self = mayHaveArrived ? .unknown(error) : .later(error)
    case .interrupted, .answer, .resetNeeded: self = .unknown(error)
    default: self = .refused(error)
    }
  }

  /// What became of a write whose exchange brought no answer.
  package init(exchange error: any Error, request: String) {
    let client = error as? ClientError
    self.init(
      SyncError(error, request: request),
      mayHaveArrived: client?.mayHaveArrived ?? client?.transport?.mayHaveArrived ?? true)
  }
}
