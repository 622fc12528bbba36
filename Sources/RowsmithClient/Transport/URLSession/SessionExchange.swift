import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if ROWSMITH_URLSESSION
  import RowsmithClient
#endif

/// A request and its answer.
final class SessionExchange: @unchecked Sendable {
  let pipe = AnswerPipe()
  private let request: HTTPRequest
  private let origin: HTTPOrigin
  private let outgoing: URLRequest
  private let body: SessionUpload?
  private let deadline: ContinuousClock.Instant?
  /// Guards the properties below.
  private let lock = NSLock()
  /// `nil` before the exchange has begun.
  private var task: URLSessionTask?
  private var head: HTTPHead?
  private var received = 0
  private var lastActivity = ContinuousClock.now
  private var isPaused = false
  /// Whether the reader has taken all bytes since, so that pausing is no longer needed.
  private var isWanted = false
  private var isStopped = false

  init(_ request: HTTPRequest, deadline: ContinuousClock.Instant?) throws(TransportError) {
    guard let origin = HTTPOrigin(url: request.url), let url = URL(string: request.url) else {
      throw TransportError(.unsendable, "The request's URL is not an HTTP URL.")
    }
    guard request.method != "GET" || request.body == nil else {
      throw TransportError(.unsendable, "URLSession cannot send a GET with a body.")
    }
    self.request = request
    self.origin = origin
    self.deadline = deadline
    outgoing = try SessionExchange.outgoing(request, url)
    body = try request.body.map { body throws(TransportError) in try SessionUpload(body) }
  }

  /// Begins the exchange and waits for the head of the answer.
  func head(in sessions: SessionExchanges, _ watch: SessionWatch) async throws -> HTTPHead {
    let control = AnswerPipe.Control(
      resume: { [weak self] in self?.resume() }, stop: { [weak self] in self?.stop() })
    return try await pipe.head(control) {
      // Not before: a task that never begins would stay in its session, and with it the file of its body.
      let task = sessions.task(for: self) { session in
        switch body?.content {
        case .bytes(let bytes): session.uploadTask(with: outgoing, from: bytes)
        case .file(let url): session.uploadTask(with: outgoing, fromFile: url)
        case nil: session.dataTask(with: outgoing)
        }
      }
      lock.withLock {
        self.task = task
        lastActivity = .now
      }
      watch.add(self, task)
      task.resume()
    }
  }

  func noteSent(_ bytes: Int) {
    lock.withLock { lastActivity = .now }
    request.sent?(bytes, body?.total)
  }

  func take(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return }
    let head = HTTPHead(response, of: request)
    lock.withLock {
      self.head = head
      lastActivity = .now
    }
    var none: [UInt8] = []
    _ = pipe.deliver(head: head, bytes: &none, end: nil)
  }

  /// Treats a redirect as the answer.
  ///
  /// - Parameter goOn: tells URLSession not to follow it. On Linux, calling it after the task was cancelled crashes the process.
  func redirect(_ response: URLResponse, _ goOn: () -> Void) {
    lock.withLock { if !isStopped { goOn() } }
    take(response)
  }

  private func stop() {
    lock.withLock {
      isStopped = true
      task?.cancel()
    }
  }

  /// Takes an answer whose body is not available.
  func takeWhole(_ response: URLResponse) {
    take(response)
    var none: [UInt8] = []
    _ = pipe.deliver(head: nil, bytes: &none, end: .whole)
  }

  func take(_ data: Data, of task: URLSessionTask) {
    var bytes = Array(data)
    lock.withLock {
      received += bytes.count
      lastActivity = .now
      isWanted = false
    }
    if pipe.deliver(head: nil, bytes: &bytes, end: nil) { pause(task) }
  }

  func complete(_ error: (any Error)?) {
    var none: [UInt8] = []
    let (length, received) = lock.withLock { (self.head?.length, self.received) }
    var end = AnswerPipe.End.whole
    if let error {
      end = .failed(SessionFailure.error(error, origin, receivedBytes: received))
    } else if let length, length != received {
      end = .failed(
        TransportError(
          .interrupted, "\(origin.address) closed the connection before the answer was complete.",
          receivedBytes: received))
    }
    _ = pipe.deliver(head: nil, bytes: &none, end: end)
  }

  /// Ends the exchange if a deadline has passed. Returns `true` if it has.
  func enforceDeadlines(_ now: ContinuousClock.Instant) -> Bool {
    let (idle, received) = lock.withLock {
      (isPaused ? nil : lastActivity + request.timeouts.idle, self.received)
    }
    let isTotal = deadline.map { $0 <= now } ?? false
    guard isTotal || idle.map({ $0 <= now }) ?? false else { return false }
    let what =
      isTotal
      ? "The exchange with \(origin.address) took too long." : "\(origin.address) did not answer in time."
    var none: [UInt8] = []
    _ = pipe.deliver(
      head: nil, bytes: &none, end: .failed(TransportError(.timedOut, what, receivedBytes: received)))
    stop()
    return true
  }

  private func pause(_ task: URLSessionTask) {
    // On Linux, a task that is resumed starts over.
    #if !canImport(FoundationNetworking)
      lock.withLock {
        guard !isPaused, !isWanted else { return }
        isPaused = true
        task.suspend()
      }
    #endif
  }

  private func resume() {
    lock.withLock {
      isWanted = true
      lastActivity = .now
      guard isPaused else { return }
      isPaused = false
      task?.resume()
    }
  }

  private static func outgoing(_ request: HTTPRequest, _ url: URL) throws(TransportError) -> URLRequest {
    var outgoing = URLRequest(url: url)
    outgoing.httpMethod = request.method
    outgoing.cachePolicy = .reloadIgnoringLocalCacheData
    // Deadlines are enforced here: on Linux the interval is in whole seconds, and less than one fails at once.
    outgoing.timeoutInterval = 7 * 24 * 3600
    try request.check()
    for field in request.headers.fields where !HTTPRequest.framing.contains(field.name.lowercased()) {
      outgoing.addValue(field.value, forHTTPHeaderField: field.name)
    }
    #if canImport(FoundationNetworking)
      // A compressed answer that ends too early would count as complete.
      outgoing.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      if !request.reusesConnection { outgoing.setValue("close", forHTTPHeaderField: "Connection") }
    #endif
    return outgoing
  }
}
