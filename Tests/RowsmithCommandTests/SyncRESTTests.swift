import Foundation
import Rowsmith
import TestSupport
import Testing

/// `rowsmith sync` against the server of routes, which the model describes.
@Suite(.serialized) struct SyncRESTTests {
  private static let start = Task { try await TestServer.start() }
  private let server: TestServer
  private let folder: Folder

  init() async throws {
    server = try await SyncRESTTests.start.value
    try await server.reset()
    try await server.setFaults(#"{"rules": []}"#)
    folder = try Folder()
    let path = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/SyncREST.yml")
    let model = try String(contentsOf: path, encoding: .utf8).replacingOccurrences(
      of: "\nentities:\n", with: "\nsync: { server: rest, version: lockVersion }\n\nentities:\n")
    try folder.write(
      model.replacingOccurrences(
        of: "  Article:\n", with: "  Article:\n    sync: { serverKey: serverID }\n"
      ).replacingOccurrences(
        of: "  ArticleComment:\n", with: "  ArticleComment:\n    sync: { serverKey: serverID }\n"),
      to: "Meetings.yml")
  }

  private func sync(_ database: String, _ arguments: [String] = []) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(
      ["sync", "\(database).sqlite", "--model", "Meetings.yml", "--server", server.url("/api")] + arguments,
      in: folder)
  }

  private func load(_ database: String, _ json: String) throws {
    let outcome = try RowsmithProcess.run(
      ["import", "-", "--model", "Meetings.yml", "--into", "\(database).sqlite", "--entity", "Meeting"],
      input: json, in: folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
  }

  private func meetings(_ database: String) throws -> String {
    try RowsmithProcess.run(
      [
        "export", "--model", "Meetings.yml", "--from", "\(database).sqlite", "--entity", "Meeting",
        "--ndjson",
      ],
      in: folder
    ).output
  }

  @Test func `what is imported here comes there by the routes of the model`() async throws {
    try load("one", #"[{"id": "m1", "title": "Monday"}, {"id": "m2", "title": "Tuesday"}]"#)
    let sent = try sync("one")
    #expect(sent.status == 0 && !sent.diagnostics.contains("error"), "\(sent.diagnostics)")
    #expect(sent.output.contains("0 pulled, 2 pushed, 0 merged"), "\(sent.output)")
    let report = try JSONValue(parsing: try sync("two", ["--format", "json"]).output)
    #expect(report["pulled"] == 2 && report["stopped"] == .null && report["lost"] == [])
    // A question for each list, at least.
    #expect((report["requests"]?.int ?? 0) >= 4)
    #expect(try meetings("two") == meetings("one"))
    try load("two", #"[{"id": "m1", "title": "Sunday"}]"#)
    #expect(try sync("two").output.contains("1 pushed"))
    #expect(try sync("one").output.contains("1 pulled"))
    #expect(try meetings("one").contains("Sunday"))
  }

  @Test func `what the server refuses is set aside, and the exit status says so`() async throws {
    try load("one", #"[{"id": "m1", "title": "Monday"}]"#)
    try await server.setFaults(
      #"{"seed": 1, "rules": [{"method": "POST", "path": "^/api/(batch|meetings)", "p": 1, "fault": "status=422", "max": 9}]}"#
    )
    let refused = try sync("one")
    #expect(refused.status == 1)
    #expect(refused.diagnostics.contains("error: Meeting 'm1' is set aside"), "\(refused.diagnostics)")
    #expect(refused.output.contains("1 set aside"))
  }
}
