import Rowsmith
import RowsmithClient
import RowsmithTesting
import Testing

extension AuthenticationTests {
  /// Bearer authentication whose renewals give the tokens `new0`, `new1` and so on.
  private func numbered(_ renewals: Counter) -> BearerAuthentication {
    BearerAuthentication(
      tokens: .init(access: "old"),
      renew: { _, _ in .renewed(.init(access: "new\(renewals.next())")) })
  }

  @Test("Two clients that have one authentication renew its tokens once")
  func shared() async throws {
    let (asked, both) = (Counter(), Gate())
    server.stub("GET", "articles") { request in
      if request.headers["Authorization"] == "Bearer new" { return StubAnswer(json: News.json([1])) }
      if asked.next() == 0 { await both.wait() } else { both.open() }
      return StubAnswer(status: 401, json: "")
    }
    let (renewals, kept) = (Counter(), Kept())
    let authentication = BearerAuthentication(
      tokens: .init(access: "old", refresh: "r1"),
      renew: { tokens, _ in
        guard tokens.refresh == "r1" else { return .renewed(tokens) }
        // The server takes each refresh token once, and refuses sooner than it renews.
        if renewals.next() > 0 { return .refused }
        for _ in 0..<1000 where renewals.value < 2 { await Task.yield() }
        return .renewed(.init(access: "new", refresh: "r2"))
      }, changed: { kept.add($0?.refresh) })
    let (one, other) = try (client(authentication), client(authentication))
    async let first = one.articles()
    async let second = other.articles()
    _ = try await (first, second)
    #expect(renewals.value == 1)
    #expect(!kept.values.contains(nil))
  }

  @Test("A token that another client has renewed is not renewed again for a request that has left before")
  func renewedMeanwhile() async throws {
    let (asked, left, renewed) = (Counter(), Gate(), Gate())
    server.stub("GET", "articles") { request in
      // Each renewal ends the token before it.
      if request.headers["Authorization"] == "Bearer new0" { return StubAnswer(json: News.json([1])) }
      if asked.next() == 0 {
        left.open()
        await renewed.wait()
      }
      return StubAnswer(status: 401, json: "")
    }
    let renewals = Counter()
    let authentication = numbered(renewals)
    let (one, other) = try (client(authentication), client(authentication))
    async let late = one.articles()
    await left.wait()
    try await other.articles()
    renewed.open()
    _ = try await late
    #expect(renewals.value == 1)
  }

  @Test("A token is renewed where a late request with the one before it was refused first")
  func endedAfterLateRefusal() async throws {
    let (left, renewed, sent, ended) = (Gate(), Gate(), Gate(), Gate())
    let (old, new) = (Counter(), Counter())
    server.stub("GET", "articles") { request in
      let token = request.headers["Authorization"]
      var isAccepted = token == "Bearer new1"
      if token == "Bearer old", old.next() == 0 {
        left.open()
        await renewed.wait()
      }
      if token == "Bearer new0" {
        let number = new.next()
        // It ends while the second request with it is under way, and the third one comes before that.
        isAccepted = number == 0 || number == 2
        if number == 1 {
          sent.open()
          await ended.wait()
        }
      }
      return isAccepted ? StubAnswer(json: News.json([1])) : StubAnswer(status: 401, json: "")
    }
    let renewals = Counter()
    let authentication = numbered(renewals)
    let (one, other) = try (client(authentication), client(authentication))
    async let late = one.articles()
    await left.wait()
    try await other.articles()
    async let last = one.articles()
    await sent.wait()
    renewed.open()
    _ = try await late
    ended.open()
    _ = try await last
    #expect(renewals.value == 2)
  }

  @Test("The path of the refresh is one also where a parameter of it is an address")
  func refreshWithAudience() async throws {
    accept("new")
    server.stub("POST", "sessions/refresh", json: #"{"access_token":"new"}"#)
    let path = "sessions/refresh?audience=https://api.example.com"
    let authentication = BearerAuthentication(
      tokens: .init(access: "old"),
      renew: { _, session in
        try .reading(try await session.send(HTTPRequest(method: "POST", url: path)))
      })
    try await client(authentication).articles()
    #expect(server.requests.map(\.url).contains("https://news.example.com/v1/\(path)"))
  }

  @Test("A host to which a redirect has led has not seen the token, so it refuses none")
  func refusedElsewhere() async throws {
    let sent = Counter()
    let transport = AnyTransport { _ in
      sent.next()
      return HTTPResponse(
        status: 401, headers: [:], url: "https://files.example.com/1", body: HTTPResponseBody([]))
    }
    let kept = Kept()
    let authentication = bearer { kept.add($0?.refresh) }
    let client = try News.client([News.articles()], transport: transport) {
      $0.authentication = authentication
    }
    let error = await client.failure()
    #expect(error?.reason == .status)
    #expect(error?.status == 401)
    #expect(sent.value == 1)
    #expect(kept.values == [])
  }

  @Test("A host that the authentication itself has chosen has seen the token, so it may refuse it")
  func refusedByChosenHost() async throws {
    struct Regional: Authentication {
      let renewals: Counter

      func authorize(_ request: inout HTTPRequest) async throws {
        request.url = request.url.replacing("news.example.com", with: "eu.news.example.com")
        request.headers["Authorization"] = "Bearer \(renewals.value)"
      }

      func refresh(_ session: AuthenticationSession) async throws -> RefreshOutcome {
        renewals.next()
        return .refreshed
      }
    }
    let renewals = Counter()
    let transport = AnyTransport { request in
      HTTPResponse(
        status: request.headers["Authorization"] == "Bearer 0" ? 401 : 200, headers: [:], url: request.url,
        body: HTTPResponseBody(Array("[]".utf8)))
    }
    let client = try News.client([News.articles()], transport: transport) {
      $0.authentication = Regional(renewals: renewals)
    }
    try await client.articles()
    #expect(renewals.value == 1)
  }

  @Test("A redirect that makes a GET of the refresh refuses nothing", arguments: [400, 401, 403])
  func refreshIsRedirected(_ status: Int) async throws {
    let transport = AnyTransport { request in
      let isRefresh = request.url.hasSuffix("sessions/refresh")
      var response = HTTPResponse(
        status: isRefresh ? status : 401, headers: [:], url: request.url, body: HTTPResponseBody([]))
      response.hasLostPost = isRefresh
      return response
    }
    let kept = Kept()
    let authentication = bearer { kept.add($0?.refresh) }
    let client = try News.client([News.articles()], transport: transport) {
      $0.authentication = authentication
      $0.retries = .none
    }
    let error = await client.failure()
    #expect(error?.reason == .transport)
    #expect(error?.transport?.reason == .redirected)
    #expect(kept.values == [])
  }
}
