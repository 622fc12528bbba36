import CCurl
import RowsmithClient

/// An exchange on the engine's thread, with its redirects. Once passed to the engine, only that thread uses it.
final class Transfer: @unchecked Sendable {
  enum Outcome {
    case again
    case end(AnswerPipe.End)
  }

  let pipe: AnswerPipe
  private(set) var origin: HTTPOrigin
  /// The origin under which it counts as running.
  private(set) var runningAt: HTTPOrigin?
  private(set) var easy: UnsafeMutableRawPointer?
  /// When the whole exchange times out.
  let totalDeadline: ContinuousClock.Instant?
  /// Whether it is queued for a connection.
  var isQueued = false

  var redirection: Redirection
  private var setup: TransferSetup
  private var isPaused = false

  // Set by the callbacks of libcurl.
  var head: HeadReader
  var newHead: HTTPHead?
  var staged: [UInt8] = []
  var received = 0
  /// Whether there was a connection, so the request may have been sent.
  var isConnected = false
  var lastActivity = ContinuousClock.now
  /// Why a callback has stopped the transfer.
  var failure: TransportError?
  /// Whether the answer is a redirect that is followed. Its body is discarded.
  var isRedirected = false
  var sentBytes = -1

  init(_ request: HTTPRequest, _ pipe: AnswerPipe) throws(TransportError) {
    guard let origin = HTTPOrigin(url: request.url) else {
      throw TransportError(.unsendable, "The request's URL is not an HTTP URL.")
    }
    self.pipe = pipe
    self.origin = origin
    totalDeadline = request.timeouts.total.map { .now + $0 }
    redirection = Redirection(request)
    setup = try TransferSetup(request)
    head = HeadReader(url: request.url, isHead: request.method == "HEAD")
  }

  var request: HTTPRequest { redirection.request }
  var upload: UploadSource? { setup.upload }
  var bodyBytes: Int { setup.bodyBytes }
  var hasNews: Bool { newHead != nil || !staged.isEmpty }

  /// Sets up a handle for the request.
  func begin(_ easy: UnsafeMutableRawPointer, _ handles: HandlePool) -> TransportError? {
    self.easy = easy
    runningAt = origin
    isConnected = false
    return setup.apply(request, origin, to: easy, handles, for: self)
  }

  /// Drops its handle.
  func detach() { easy = nil }

  /// Passes to the caller what has arrived. Pauses the transfer if enough is buffered.
  func handOver() {
    let mustWait = pipe.deliver(head: newHead, bytes: &staged, end: nil)
    newHead = nil
    staged.removeAll()
    if mustWait { pause() } else { resume() }
  }

  /// Pauses receiving.
  func pause() {
    guard !isPaused, let easy else { return }
    isPaused = true
    rowsmith_curl_easy_pause(easy, CURLPAUSE_RECV)
  }

  /// Resumes receiving after a pause.
  func resume() {
    guard isPaused, let easy else { return }
    isPaused = false
    lastActivity = .now
    rowsmith_curl_easy_pause(easy, CURLPAUSE_CONT)
  }

  /// Delivers the rest, and how the exchange ended.
  func end(_ end: AnswerPipe.End) {
    var end = end
    if redirection.isCarriedOut, case .failed(var error) = end {
      error.mayHaveArrived = true
      end = .failed(error)
    }
    _ = pipe.deliver(head: newHead, bytes: &staged, end: end)
  }

  /// Translates libcurl's final result.
  func outcome(_ code: CURLcode) -> Outcome {
    if isRedirected {
      do {
        return try .prepare(self)
      } catch { return .end(.failed(error)) }
    }
    if let failure { return .end(.failed(located(failure))) }
    guard code != CURLE_OK else { return .end(.whole) }
    return .end(.failed(located(CurlFailure.error(code, setup.detail, origin, wasConnected: isConnected))))
  }

  private func located(_ error: TransportError) -> TransportError {
    var error = error
    error.receivedBytes = received
    return error
  }

  /// Prepares the request to the redirect's target.
  fileprivate func turn() throws(TransportError) {
    guard let origin = HTTPOrigin(url: request.url) else {
      throw TransportError(.redirected, "The server redirects to something that is not an HTTP URL.")
    }
    self.origin = origin
    setup = try TransferSetup(request)
    head = HeadReader(url: request.url, isHead: request.method == "HEAD")
    isRedirected = false
    received = 0
    sentBytes = -1
    failure = nil
  }

  /// When it times out if nothing happens.
  var deadline: ContinuousClock.Instant? {
    guard isConnected, !isPaused else { return totalDeadline }
    let idle = lastActivity + request.timeouts.idle
    return totalDeadline.map { min($0, idle) } ?? idle
  }

  /// The error that says what took too long.
  func lateness(_ now: ContinuousClock.Instant) -> TransportError {
    let isTotal = totalDeadline.map { $0 <= now } ?? false
    let what =
      isTotal
      ? "The exchange with \(origin.address) took too long." : "\(origin.address) did not answer in time."
    return TransportError(.timedOut, what, mayHaveArrived: isConnected, receivedBytes: received)
  }
}

extension Transfer.Outcome {
  fileprivate static func prepare(_ transfer: Transfer) throws(TransportError) -> Transfer.Outcome {
    try transfer.turn()
    return .again
  }
}
