import Foundation
import Rowsmith
package import RowsmithClient

// The meaning of answers and of missing answers (RFC 9110), the same for all adapters. What else a protocol defines, such as
// error codes or where the current record is, belongs to its adapter.

extension SyncError.Reason {
  /// The reason for a status that is not a success.
  ///
  /// - Parameter saysWhen: whether the answer has a `Retry-After`. A 503 without one may have come in the middle of the work.
  package init(status: Int, saysWhen: Bool) {
    switch status {
    case 401, 407: self = .loginNeeded
    case 403: self = .forbidden
    case 425, 429: self = .throttled
    case 503 where saysWhen: self = .throttled
    // Not implemented, or an unsupported HTTP version: a retry would fail the same way.
    case 501, 505: self = .refused
    // The network itself says so, in place of the server (RFC 6585, section 6).
    case 511: self = .offline
    case 408, 500...: self = .interrupted
    case 400..<500: self = .refused
    default: self = .answer
    }
  }
}

extension SyncError {
  /// The error for an answer that is not a success.
  ///
  /// - Parameter request: the method and the URL or path; its query is removed.
  package init(_ answer: ServerExchange.Answer, request: String) {
    self.init(
      status: answer.status, code: answer.error?.serverCode, message: answer.error?.serverMessage,
      retryAfter: answer.retryAfter, request: request)
  }

  /// The error for a status that is not a success, also of an item in a batch.
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

  /// The error for an exchange without a usable answer.
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
    underlying = error
    self.request = request
    // The answer about the token is none to the request, but without a token there is none either.
    if error.isOfToken {
      retryAfter = error.retryAfter
      return
    }
    status = error.status
    serverCode = error.serverCode
    serverMessage = error.serverMessage
  }

  private static func sentence(_ status: Int, _ code: String?, _ message: String?) -> String {
    var text = "the server answered \(status)"
    if let message { text += ": \(message.prefix(500).description.escapedForDisplay())" }
    if let code { text += " (code \(code.prefix(100).description.escapedForDisplay()))" }
    return text
  }
}

extension SyncError.Reason {
  /// The reason for a missing answer.
  fileprivate init(_ error: ClientError) {
    switch error.reason {
    case .cancelled: self = .cancelled
    case .loginNeeded: self = .loginNeeded
    // The request itself was not sent with a valid token, and all others need the same one.
    case _ where error.isOfToken: self = error.mayHaveArrived ? .interrupted : .offline
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
  /// The outcome of a write, from the status of its answer.
  ///
  /// - Parameters:
  ///   - status: of the answer, or of the item in a batch.
  ///   - record: the record in the answer: the written one, the one in conflict, or its tombstone.
  ///   - error: the error for the answer, if it is not a success.
  package init(status: Int, record: SyncRecord?, error: @autoclosure () -> SyncError) {
    switch status {
    case 200..<300: self = .accepted(record)
    case 404, 410: self = .gone(record)
    // The record is locked at the moment, and the server says when to retry.
    case 409 where record == nil && error().retryAfter != nil: self = .later(error())
    case 409, 412: self = .conflict(record)
    default: self = SyncOutcome(error(), mayHaveArrived: true)
    }
  }

  /// The outcome of a write that failed.
  ///
  /// - Parameter mayHaveArrived: whether the request may have reached the server. Only used for a cancelled request; other
  ///   reasons tell by themselves.
  package init(_ error: SyncError, mayHaveArrived: Bool) {
    switch error.reason {
    case .offline, .throttled, .loginNeeded, .busy: self = .later(error)
    case .cancelled: self = mayHaveArrived ? .unknown(error) : .later(error)
    case .interrupted, .answer, .resetNeeded: self = .unknown(error)
    default: self = .refused(error)
    }
  }

  /// The outcome of a write without an answer.
  package init(exchange error: any Error, request: String) {
    let client = error as? ClientError
    self.init(
      SyncError(error, request: request),
      mayHaveArrived: client?.mayHaveArrived ?? client?.transport?.mayHaveArrived ?? true)
    // It was carried out, and where the answer led nobody could be reached, or a login was needed.
    if client?.mayHaveArrived == true, case .later(let error) = self { self = .unknown(error) }
  }
}
