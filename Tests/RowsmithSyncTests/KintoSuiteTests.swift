import RowsmithClient
import RowsmithCurl
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// The real Kinto, over both of its back ends, held to the published rules.
@Suite struct KintoSuiteTests {
  @Test("Kinto keeps every rule", arguments: TestKinto.Backend.allCases)
  func kintoKeepsEveryRule(_ backend: TestKinto.Backend) async throws {
    let kinto = try await TestKinto.shared(backend)
    let bucket = TestKinto.bucket()
    var suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) {
      try KintoServer.test(kinto, bucket: bucket)
    }
    suite.links = SyncCollection(name: "Note.tags", path: "note-tags", isLinks: true)
    suite.refused = { _ in #"{"id": "another", "title": "made"}"# }
    suite.permissions = #"{"read": ["account:bob"]}"#
    for check in suite.checks {
      let findings = await suite.run(check)
      #expect(findings.isEmpty, "\(findings)")
    }
  }
}

extension KintoServer {
  /// An adapter for a Kinto of the tests.
  static func test(
    _ kinto: TestKinto, bucket: String, user: String = "alice"
  ) throws -> KintoServer {
    try KintoServer(
      url: kinto.url, bucket: bucket, transport: CurlTransport(), options: testOptions(user))
  }

  static func testOptions(_ user: String) -> ClientOptions {
    var options = ClientOptions()
    options.authentication = BasicAuthentication(user: user, password: "secret")
    return options
  }
}
