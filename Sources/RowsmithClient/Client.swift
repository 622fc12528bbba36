public import Rowsmith
public import RowsmithAPI
import RowsmithSchema

/// A client of a server: makes the requests that routes describe, and imports the answers.
///
/// Generated code adds a typed method for each route; the command line uses ``call(_:returning:)``. A client can be used from any
/// task; one per store is enough.
public final class Client: Sendable {
  /// The store that answers are written to.
  public let store: Store
  /// What the server offers.
  public let api: API
  /// The options of the client.
  public let options: ClientOptions
  let facts: ModelFacts
  let exchanger: Exchanger
  let resolver: CallResolver
  /// The base URL of the server, without a trailing slash, and without a name and a password; `nil` if there is none.
  let baseURL: String?
  let triggers = DeletionTriggers()
  /// What callers gave with queued requests, and is not stored.
  let callCredentials = CallCredentials()
  /// Sends the queued requests.
  let runner: QueueRunner

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - store: the store that answers are written to. The client has tables of its own in the same database.
  ///   - api: what the server offers.
  ///   - transport: the transport that sends requests.
  ///   - options: further options.
  /// - Throws: ``ClientError`` if the base URL is invalid, `StoreError` if the database cannot be prepared.
  public init(
    store: Store, api: API, transport: any Transport, options: ClientOptions = ClientOptions()
  ) throws {
    self.store = store
    self.api = api
    self.options = options
    let address = try (options.baseURL ?? api.baseURL).map(RouteURL.checkedBase)
    let credentials = address.flatMap(URLCredentials.init(of:))
    let base = credentials == nil ? address : address.map(URLCredentials.removed)
    baseURL = base
    facts = ModelFacts(store.schema)
    resolver = CallResolver(api: api, facts: facts, store: store, base: base)
    let session = AuthenticationSession(baseURL: address, transport: transport)
    exchanger = Exchanger(
      transport: transport, options: options, errors: api.error,
      limiter: RequestLimiter(options.maximumRequests),
      gate: options.authentication.map { AuthenticationGate($0, session: session) }, credentials: credentials)
    runner = QueueRunner()
    try store.prepare(ClientTables.all + QueueTables.all)
    if let tracker = UnsentTracker(api: api, schema: store.schema, facts: facts) {
      // Another client of the store has one already.
      store.add(
        participant: tracker, unless: { ($0 as? UnsentTracker)?.notesTheSame(as: tracker) ?? false })
    }
  }

  /// Creates a client without blocking the caller's thread, which may have to wait for a write; otherwise like the
  /// initialiser.
  public static func open(
    store: Store, api: API, transport: any Transport, options: ClientOptions = ClientOptions()
  ) async throws -> Client {
    try await BlockingWork.run { _ in
      try Client(store: store, api: api, transport: transport, options: options)
    }
  }

  /// The requests that are queued in the database until they have reached the server.
  public var queue: RequestQueue { RequestQueue(client: self) }

  /// Makes a call, and imports its answer in one transaction.
  ///
  /// - Parameters:
  ///   - call: the route and its arguments.
  ///   - root: the type of the records at the root of the answer, `Void` if there are none.
  /// - Throws: ``ClientError``; `StoreError` if the database itself fails. The database is then unchanged.
  public func call<Root: Sendable>(
    _ call: RouteCall, returning root: Root.Type = Root.self
  ) async throws -> Answer<Root> {
    defer { call.options.progress?.finish() }
    let resolved = try resolver.resolve(call)
    do {
      return Answer(try await answer(to: resolved))
    } catch {
      throw ClientError.of(error, resolved)
    }
  }

  private func answer(to resolved: ResolvedCall) async throws -> CallOutcome {
    guard resolved.method == .get else { return try await send(resolved) }
    let stored = resolved.fetching == .networkOnly ? nil : try await storedAnswer(resolved)
    switch resolved.fetching {
    case .networkOnly: return try await fetch(resolved)
    case .cacheOnly:
      guard stored != nil else {
        throw ClientError(
          .notCached, "the database has no answer to this call, and the call does not allow asking the server"
        )
      }
      return fromDatabase(resolved)
    case .cacheFirst:
      return stored == nil ? try await fetch(resolved) : fromDatabase(resolved)
    case .cacheAndNetwork:
      guard stored != nil else { return try await fetch(resolved) }
      Task { try? await self.fetch(resolved) }
      return fromDatabase(resolved)
    case .networkFirst:
      if let stored, let maxAge = resolved.route.maxAge {
        let age = options.clock.now() - stored.received
        // The clock has been set back, so the age is unknown.
        if age >= 0, age < Double(maxAge) { return fromDatabase(resolved) }
      }
      do {
        return try await fetch(resolved, isPatient: stored == nil)
      } catch let error as ClientError where stored != nil && error.isWithoutServer {
        return fromDatabase(resolved)
      }
    }
  }

  /// Sends the queue before a call goes out. The call goes out even if that fails.
  func flushBefore(_ resolved: ResolvedCall) async throws {
    // A call that is queued itself comes after the others already.
    if resolved.route.isQueued, !resolved.method.isSafe { return }
    try await flushWaiting()
  }

  /// Sends the queue, if anything waits.
  func flushWaiting() async throws {
    guard try await store.readUnlessNew({ try $0.hasWaiting() }) == true else { return }
    sendFiles()
    if await runner.flush(.calls, isForced: false, for: self).sent > 0 { await sendWaitingFiles() }
  }

  /// Sends files once calls were sent: one may have waited for the key of a record that is at the server now. Nobody waits for
  /// them.
  func sendWaitingFiles() async {
    guard (try? await store.read({ try $0.hasWaiting(in: .files) })) == true else { return }
    sendFiles()
  }

  /// Sends files, for which nobody waits but calls for the same records.
  private func sendFiles() {
    Task {
      var report = await self.runner.flush(.files, isForced: false, for: self)
      await self.queue.sendFollowing(calls: 0, files: report.sent, &report)
    }
  }

  /// Distinguishes a call whose answer is stored from others with the same URL. A stored answer is only used by the call that
  /// stored it.
  func asker(of resolved: ResolvedCall) -> String { resolved.asker + askingHeaders(resolved) }

  /// Headers that say nothing of what is asked for, in lower case: they describe the program (RFC 9110, section 10.1.5), direct
  /// caches (RFC 9111, section 5.2), are conditions (RFC 9110, section 13.1), or name the request itself, each another one.
  private static let passingHeaders: Set<String> = [
    "user-agent", "cache-control", "pragma", "if-match", "if-none-match", "if-modified-since",
    "if-unmodified-since", "date", "idempotency-key",
    "request-id", "x-request-id", "client-request-id", "x-client-request-id", "x-ms-client-request-id",
    "correlation-id", "x-correlation-id", "request-context", "correlation-context", "trace-id", "x-trace-id",
    // Of tracing: W3C, B3, Sentry, Datadog, AWS, Google and Jaeger.
    "traceparent", "tracestate", "baggage", "b3", "x-b3-traceid", "x-b3-spanid", "x-b3-parentspanid",
    "x-b3-sampled", "x-b3-flags", "sentry-trace", "x-datadog-trace-id", "x-datadog-parent-id",
    "x-datadog-sampling-priority", "x-datadog-origin", "x-datadog-tags", "x-amzn-trace-id",
    "x-cloud-trace-context", "uber-trace-id",
  ]

  /// Distinguishes a call by its language, as servers have an answer for each (RFC 9110, section 12.5.4), and by the headers
  /// that the model and the app add, such as an account's. They may be secrets, so they are hashed, as a name and a password in
  /// the base URL are.
  func askingHeaders(_ resolved: ResolvedCall) -> String {
    askingLanguage(resolved) + addedHeaders(resolved)
  }

  /// Distinguishes a call by its language.
  func askingLanguage(_ resolved: ResolvedCall) -> String {
    request(resolved, url: resolved.url.text).headers["Accept-Language"].map { " in \($0)" } ?? ""
  }

  /// Distinguishes a call by the headers that the model and the app add, but for its language.
  func addedHeaders(_ resolved: ResolvedCall) -> String {
    var headers = HTTPHeaders()
    for header in api.headers { headers[header.name] = header.value }
    headers.replace(with: options.headers)
    headers.replace(with: resolved.call.options.headers)
    headers["Accept-Language"] = nil
    var lines = headers.fields.filter { !Client.passingHeaders.contains($0.name.lowercased()) }
      .map { "\($0.name.lowercased()): \($0.value)" }
    if let credentials = exchanger.credentials { lines.append(credentials.text) }
    return lines.isEmpty ? "" : " with \(StableHash.digits(of: lines.sorted().joined(separator: "\n")))"
  }

  private func storedAnswer(_ resolved: ResolvedCall) async throws -> StoredAnswer? {
    let asker = asker(of: resolved)
    return try await store.readUnlessNew { try $0.storedAnswer(resolved.url.text, asker: asker) } ?? nil
  }

  /// The outcome of a call that is answered from the database.
  func fromDatabase(
    _ resolved: ResolvedCall, outcome: AnswerOutcome = .fromDatabase, head: AnswerHead? = nil
  ) -> CallOutcome {
    CallOutcome(
      outcome: outcome, status: head?.status, headers: head?.headers ?? HTTPHeaders(),
      rows: AnswerRows(store: store, facts: facts, place: resolved.place))
  }

  /// The request for a URL of a call.
  func request(_ resolved: ResolvedCall, url: String, body: HTTPBody? = nil, type: String? = nil)
    -> HTTPRequest
  {
    var request = HTTPRequest(method: resolved.method.name, url: url, body: body)
    request.timeouts = resolved.call.options.timeouts ?? options.timeouts
    request.headers["Accept"] = "application/json"
    if let type { request.headers["Content-Type"] = type }
    // Any header may be a secret, for instance an API key, so they are sent to this server only.
    if baseURL.map({ URLReference.haveSameOrigin($0, url) }) ?? true {
      for header in api.headers { request.headers[header.name] = header.value }
      request.headers.replace(with: options.headers)
      // Headers of all requests may name the server's own type of JSON. Forms, files and other data keep theirs.
      if let type, type != "application/json" { request.headers["Content-Type"] = type }
      request.headers.replace(with: resolved.call.options.headers)
    }
    return request
  }
}

extension ClientError {
  /// Turns an error into the ``ClientError`` of a call, if it has one.
  static func of(_ error: any Error, _ resolved: ResolvedCall) -> any Error {
    switch error {
    case let error as ClientError: return resolved.located(error)
    case let error as ImportError:
      var failure = ClientError(
        error.reason == .cancelled ? .cancelled : .import,
        error.reason == .cancelled
          ? "the call was cancelled; the database is unchanged" : "the answer cannot be imported: \(error)")
      failure.importError = error
      return resolved.located(failure)
    case is CancellationError:
      return resolved.located(ClientError(.cancelled, "the call was cancelled; the database is unchanged"))
    default: return error
    }
  }

  /// Turns any error into a ``ClientError``, for callers who get no other: one of the store is one of the database.
  ///
  /// - Parameters:
  ///   - what: what has failed.
  ///   - reason: that of an error of no known kind.
  static func told(_ error: any Error, _ what: String, otherwise reason: Reason) -> ClientError {
    switch error {
    case let error as ClientError: error
    case is CancellationError: ClientError(.cancelled, "the call was cancelled; the database is unchanged")
    default: ClientError(error is StoreError ? .database : reason, "\(what): \(error)")
    }
  }

  /// Whether there is no answer of the server, so that the database may answer.
  var isWithoutServer: Bool { reason == .transport || isCaptive }
}
