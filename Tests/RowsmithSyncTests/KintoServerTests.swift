import Foundation
import RowsmithClient
import RowsmithCurl
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// The real Kinto, where the rules for all adapters do not reach.
@Suite struct KintoServerTests {
  private let notes = SyncCollection(name: "Note", path: "notes")

  @Test(
    "The server says who the user is, how large a batch may be, and what time it is",
    arguments: TestKinto.Backend.allCases)
  func saysWhoTheUserIs(_ backend: TestKinto.Backend) async throws {
    let kinto = try await TestKinto.shared(backend)
    let asked = Date().timeIntervalSince1970
    let identity = try await KintoServer.test(kinto, bucket: "b").identify()
    #expect(identity.user == "account:alice" && identity.server == kinto.url && identity.maximumBatch == 25)
    let time = Double(identity.time ?? 0) / 1000
    #expect((asked - 60...Date().timeIntervalSince1970 + 60).contains(time))
  }

  @Test("A wrong password is no user: a login is needed, and writes come later")
  func aWrongPasswordIsNoUser() async throws {
    let kinto = try await TestKinto.shared(.memory)
    var options = ClientOptions()
    options.authentication = BasicAuthentication(user: "alice", password: "wrong")
    let server = try KintoServer(url: kinto.url, bucket: "b", transport: CurlTransport(), options: options)
    let error = await #expect(throws: SyncError.self) { try await server.identify() }
    #expect(error?.reason == .loginNeeded)
    let requests = try ["a", "b"].map { try server.request(for: write(.create, $0)) }
    #expect(await server.send(requests).allSatisfy { $0.error?.reason == .loginNeeded && $0.name == "later" })
    let unread = await #expect(throws: SyncError.self) { try await server.read(["a", "b"], in: notes) }
    #expect(unread?.reason == .loginNeeded)
  }

  @Test("An address with a version that Kinto does not have is no Kinto")
  func anAddressWithAnUnknownVersionIsNoKinto() async throws {
    let kinto = try await TestKinto.shared(.memory)
    let server = try KintoServer(
      url: kinto.url.replacingOccurrences(of: "/v1", with: "/v9"), bucket: "b", transport: CurlTransport())
    let error = await #expect(throws: SyncError.self) { try await server.identify() }
    #expect(error?.reason == .refused && error?.status == 404 && error?.request == "GET /")
    // Kinto's own words for it.
    #expect(error?.serverCode == "116")
  }

  @Test(
    "What is not there reads as empty, and is made by the first record",
    arguments: TestKinto.Backend.allCases)
  func whatIsNotThereReadsAsEmptyAndIsMadeByTheFirstRecord(_ backend: TestKinto.Backend) async throws {
    let server = try KintoServer.test(await TestKinto.shared(backend), bucket: TestKinto.bucket())
    #expect(try await server.changes(SyncQuery(notes)).records.isEmpty)
    #expect(try await server.read(["a"], in: notes).isEmpty)
    #expect(await server.send([try server.request(for: write(.create, "a"))])[0].name == "accepted")
    #expect(try await server.changes(SyncQuery(notes)).records.map(\.id) == ["a"])
  }

  @Test(
    "A collection that is deleted is a reset, and empty from the beginning",
    arguments: TestKinto.Backend.allCases)
  func aCollectionThatIsDeletedIsAReset(_ backend: TestKinto.Backend) async throws {
    let kinto = try await TestKinto.shared(backend)
    let bucket = TestKinto.bucket()
    let server = try KintoServer.test(kinto, bucket: bucket)
    _ = await server.send([try server.request(for: write(.create, "a"))])
    let cursor = try await server.changes(SyncQuery(notes)).cursor
    let exchange = try ServerExchange(
      baseURL: kinto.url, transport: CurlTransport(), options: KintoServer.testOptions("alice"))
    _ = try await exchange.send("DELETE", "/buckets/\(bucket)/collections/notes", isRepeatable: false)
    let error = await #expect(throws: SyncError.self) {
      try await server.changes(SyncQuery(notes, since: cursor))
    }
    #expect(error?.reason == .resetNeeded)
    #expect(try await server.changes(SyncQuery(notes)).records.isEmpty)
  }

  @Test(
    "Permissions decide what another user sees, and those that are not named are taken away",
    arguments: TestKinto.Backend.allCases)
  func permissionsDecideWhatAnotherUserSees(_ backend: TestKinto.Backend) async throws {
    let kinto = try await TestKinto.shared(backend)
    let bucket = TestKinto.bucket()
    let (alice, bob) = (
      try KintoServer.test(kinto, bucket: bucket), try KintoServer.test(kinto, bucket: bucket, user: "bob")
    )
    var shared = write(.create, "shared")
    shared.permissions = Array(#"{"read":["account:bob"]}"#.utf8)
    let outcomes = await alice.send([
      try alice.request(for: shared), try alice.request(for: write(.create, "own")),
    ])
    let version = outcomes[0].record?.version
    #expect(try await bob.changes(SyncQuery(notes)).records.map(\.id) == ["shared"])
    #expect(try await bob.read(["own", "shared"], in: notes).map(\.id) == ["shared"])
    let change = await bob.send([try bob.request(for: write(.change, "shared", version: version))])[0]
    #expect(change.name == "refused" && change.error?.reason == .forbidden)
    // What is not named is taken away.
    var back = write(.change, "shared", version: version)
    back.permissions = Array("{}".utf8)
    #expect(await alice.send([try alice.request(for: back)])[0].name == "accepted")
    #expect(try await bob.read(["own", "shared"], in: notes).isEmpty)
    let cursor = await #expect(throws: SyncError.self) {
      try await bob.changes(SyncQuery(notes, since: version))
    }
    #expect(cursor?.reason == .forbidden)
  }

  @Test("The limits of the server for batches and pages are kept, and its pause is heard")
  func theLimitsOfTheServerAreKept() async throws {
    let kinto = try await TestKinto.start(
      .memory, ["--batch-limit", "3", "--setting", "storage_max_fetch_size=4", "--setting", "backoff=10"])
    var options = KintoServer.testOptions("alice")
    // No time passes, and so the pause does not end meanwhile.
    let now = options.clock.now()
    options.clock.now = { now }
    let server = try KintoServer(url: kinto.url, bucket: "b", transport: CurlTransport(), options: options)
    // The limit is learnt from the first batch that is too large; from the root, too.
    let requests = try (0..<10).map { try server.request(for: write(.create, "a\($0)")) }
    #expect(await server.send(requests).allSatisfy { $0.name == "accepted" })
    #expect(server.guarantees.maximumBatch == 3)
    #expect(try await KintoServer.test(kinto, bucket: "b").identify().maximumBatch == 3)
    let backoff = try #require(await server.backoff)
    #expect(backoff > 5 && backoff <= 10)
    var (ids, query) = ([String](), SyncQuery(notes, limit: 1000))
    repeat {
      let page = try await server.changes(query)
      #expect(page.records.count <= 4)
      ids += page.records.map(\.id)
      query.page = page.next
    } while query.page != nil
    #expect(Set(ids) == Set((0..<10).map { "a\($0)" }) && ids.count == 10)
  }

  @Test("A server that is not there is offline, and a write comes later")
  func aServerThatGoesAwayIsOffline() async throws {
    let port = try RawServer.closedPort()
    let server = try KintoServer(url: "http://127.0.0.1:\(port)/v1", bucket: "b", transport: CurlTransport())
    let outcome = await server.send([try server.request(for: write(.create, "a"))])[0]
    #expect(outcome.name == "later" && outcome.error?.reason == .offline)
  }

  /// Kinto over PostgreSQL numbers changes before they are committed, and takes back batches of which it has said that they
  /// are done.
  @Test("Over PostgreSQL nothing is lost between many writers")
  func overPostgreSQLNothingIsLostBetweenManyWriters() async throws {
    let kinto = try await TestKinto.shared(.postgresql)
    let bucket = TestKinto.bucket()
    let reader = try KintoServer.test(kinto, bucket: bucket)
    _ = await reader.send([try reader.request(for: write(.create, "first"))])
    let finished = Counter()
    async let seen = Self.poll(reader, notes) { finished.value == 4 }
    let written = try await withThrowingTaskGroup(of: Written.self) { group in
      for writer in 0..<4 {
        let server = try KintoServer.test(kinto, bucket: bucket)
        group.addTask { [self] in
          defer { finished.add(1) }
          return try await fill(server, writer)
        }
      }
      return try await group.reduce(into: Written()) { $0.add($1) }
    }
    let there = Set(try await reader.changes(SyncQuery(notes, limit: 10_000)).records.map(\.id))
    let lost = written.acknowledged.subtracting(there)
    #expect(lost.isEmpty, "acknowledged, and not there: \(lost.sorted())")
    #expect(written.unacknowledged.isEmpty)
    #expect(written.acknowledged.count == 4 * 50)
    // What takes longer than the overlap may be passed over; the count of the records gives it away later.
    let missed = try await written.acknowledged.subtracting(seen).subtracting(written.slow)
    #expect(missed.isEmpty, "\(missed.sorted()) is there, and was never among the changes")
  }

  /// What a writer has heard of what it has written.
  private struct Written {
    var acknowledged: Set<String> = []
    /// Those whose transaction may have been open for longer than is read again.
    var slow: Set<String> = []
    /// What could not be written in time, and what the server said last.
    var unacknowledged: [String: String] = [:]

    mutating func add(_ other: Written) {
      acknowledged.formUnion(other.acknowledged)
      slow.formUnion(other.slow)
      unacknowledged.merge(other.unacknowledged) { $1 }
    }
  }

  /// How long somebody tries: on a machine that does much else, the server takes its time.
  private static let patience = Duration.seconds(1200)

  /// Creates records in batches until each is acknowledged.
  private func fill(_ server: KintoServer, _ writer: Int) async throws -> Written {
    var written = Written()
    let deadline = ContinuousClock.now + Self.patience
    for batch in 0..<2 {
      var open = try (0..<25).map { try server.request(for: write(.create, "w\(writer)-\(batch)-\($0)")) }
      while !open.isEmpty {
        let start = ContinuousClock.now
        let outcomes = await server.send(open)
        if start.duration(to: .now) > .seconds(5) { written.slow.formUnion(open.map(\.id)) }
        var rest: [SyncRequest] = []
        for (request, outcome) in zip(open, outcomes) {
          switch outcome {
          // There already: an earlier attempt was carried out.
          case .accepted, .conflict:
            written.acknowledged.insert(request.id)
            written.unacknowledged[request.id] = nil
          default:
            written.unacknowledged[request.id] = "\(outcome)"
            rest.append(request)
          }
        }
        open = rest
        if ContinuousClock.now > deadline { return written }
      }
    }
    return written
  }

  /// All ids that a reader sees who asks for changes again and again, as a session does: also where the server had no answer.
  private static func poll(
    _ server: KintoServer, _ collection: SyncCollection, until isFinished: @Sendable () -> Bool
  ) async throws -> Set<String> {
    var (seen, query) = (Set<String>(), SyncQuery(collection, limit: 50))
    var isLast = false
    let deadline = ContinuousClock.now + patience * 2
    while true {
      let page: SyncPage
      do {
        page = try await server.changes(query)
      } catch let error as SyncError
        where [.interrupted, .throttled].contains(error.reason) && ContinuousClock.now < deadline
      {
        query.page = nil
        try await Task.sleep(for: .milliseconds(100))
        continue
      }
      seen.formUnion(page.records.map(\.id))
      query.page = page.next
      if page.next != nil { continue }
      if isLast { return seen }
      query.cursor = page.cursor ?? query.cursor
      isLast = isFinished()
    }
  }

  private func write(_ kind: SyncWrite.Kind, _ id: String, version: String? = nil) -> SyncWrite {
    let json = Array(#"{"title":"a"}"#.utf8)
    return SyncWrite(
      kind, in: notes, id: id, record: json, changes: json, version: version, idempotencyKey: "\(kind)-\(id)")
  }
}
