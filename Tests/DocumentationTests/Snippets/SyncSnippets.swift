import RowsmithCurl
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// The articles on synchronisation, and comments in it.
@Suite struct SyncSnippets {
  @Test func `an adapter for Kinto, by its comment`() throws {
    let (password, transport) = ("secret", StubTransport())
    var options = ClientOptions()
    options.authentication = BasicAuthentication(user: "alice", password: password)
    let server = try KintoServer(
      url: "https://kinto.example.com/v1", bucket: "notes-app", transport: transport, options: options)
    #expect(server.bucket == "notes-app")
  }

  @Test func `an adapter is held to the rules`() async throws {
    let address = try await TestKinto.shared(.memory).url
    let transport = CurlTransport()
    let options = Self.options
    let suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) {
      try KintoServer(url: address, bucket: "checks", transport: transport, options: options)
    }
    let findings = await suite.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  private static let options: ClientOptions = {
    var options = ClientOptions()
    options.authentication = BasicAuthentication(user: "alice", password: "secret")
    return options
  }()

  @Test func `the article on adapters names every rule`() throws {
    let suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) {
      MemorySyncServer()
    }
    let page = try Page("Sources/RowsmithSync/RowsmithSync.docc/Adapters.md").text
    for check in suite.checks { #expect(page.contains("| `\(check.name)` | \(check.rule) |")) }
  }
}
