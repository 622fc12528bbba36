import RowsmithAPI
import RowsmithSync
import RowsmithTesting
import Testing

extension RESTRealTests {
  /// The server of `Tests/Server` held to the published rules, by either cursor.
  @Suite struct RESTSuiteTests {
    private static let cursors = [
      (Meetings.plan("user", nil), "2999-01-01T00:00:00Z"),
      (
        SyncPlan(
          server: "rest", settings: [.init("version", "lockVersion"), .init("changes", "changes")],
          entities: Meetings.plan.entities), "999999"
      ),
    ]

    private func findings(
      _ plan: SyncPlan, _ unknownCursor: String, create: String
    ) async throws -> [SyncServerSuite.Finding] {
      var plan = plan
      plan.entities[0].settings = [.init("create", create)]
      let chosen = plan
      let real = try await RESTRealServer()
      var suite = SyncServerSuite(
        collection: Meetings.meetings, members: .init(text: "title", number: nil, optional: "place")
      ) { try real.adapter(chosen) }
      suite.unknownCursor = unknownCursor
      suite.refused = { #"{"id":"\#($0)"}"# }
      return await suite.run()
    }

    @Test("The server keeps every rule if records are created by PUT", arguments: cursors)
    func theServerKeepsEveryRule(_ plan: SyncPlan, _ unknownCursor: String) async throws {
      let findings = try await findings(plan, unknownCursor, create: "putMeeting")
      #expect(findings.isEmpty, "\(findings)")
    }

    @Test("What was deleted cannot be created again by POST; all other rules are kept")
    func whatWasDeletedCannotBeCreatedAgainByPost() async throws {
      let findings = try await findings(Self.cursors[0].0, Self.cursors[0].1, create: "createMeeting")
      #expect(findings.map(\.check) == ["createsAgain"], "\(findings)")
    }
  }
}
