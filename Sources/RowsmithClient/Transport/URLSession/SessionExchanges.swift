import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if ROWSMITH_URLSESSION
  import RowsmithClient
#endif

/// The exchanges of a session. Passes the events of each task to its exchange.
final class SessionExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let configuration: URLSessionConfiguration
  private let isForOne: Bool
  /// Guards the properties below.
  private let lock = NSLock()
  private var session: URLSession?
  private var exchanges: [Int: SessionExchange] = [:]

  init(_ configuration: URLSessionConfiguration, isForOne: Bool = false) {
    self.configuration = configuration
    self.isForOne = isForOne
  }

  /// Creates the task of an exchange.
  func task(for exchange: SessionExchange, _ make: (URLSession) -> URLSessionTask) -> URLSessionTask {
    lock.withLock {
      let session = session ?? URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      self.session = isForOne ? nil : session
      let task = make(session)
      exchanges[task.taskIdentifier] = exchange
      if isForOne { session.finishTasksAndInvalidate() }
      return task
    }
  }

  /// Invalidates the session once its tasks have ended.
  func finish() {
    lock.withLock { session?.finishTasksAndInvalidate() }
  }

  private func exchange(_ task: URLSessionTask) -> SessionExchange? {
    lock.withLock { exchanges[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(dataTask)?.take(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(dataTask)?.take(data, of: dataTask)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchange(task)?.noteSent(Int(totalBytesSent))
  }

  // Redirects are not left to URLSession: on Linux, 307 and 308 would lose the body, and Authorization would go to any host.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    exchange(task)?.redirect(response) { completionHandler(nil) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // Anything else would leave the task hanging after a 401 that asks for Basic. The body of the 401 is lost.
      if let response = challenge.failureResponse { exchange(task)?.takeWhole(response) }
      completionHandler(.cancelAuthenticationChallenge, nil)
    #else
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let exchange = lock.withLock { exchanges.removeValue(forKey: task.taskIdentifier) }
    exchange?.complete(error)
  }
}
