import Foundation
import Rowsmith
import TestSupport
import Testing

@testable import RowsmithClient
@testable import RowsmithCommand

/// Calls that a signal ends, and what a terminal shows of them.
struct FetchSignalTests {
  private let model: ServerModel

  init() async throws { model = try await ServerModel(ServerModel.unchanged.value) }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a fetch that waits for its answer ends at once, and leaves no file`(signal: Int32) throws {
    // Nobody answers.
    let asked = model.folder.file("asked")
    let server = try RawServer { connection in
      _ = connection.readHead()
      _ = FileManager.default.createFile(atPath: asked, contents: nil)
      connection.drain()
    }
    let base = "--base \(server.url("/api"))"
    let outcome = try RowsmithProcess.shell(
      """
      $R fetch products --model Server.yml --into a.sqlite \(base) & pid=$!
      for wait in $(seq 1200); do [ -e asked ] && break; sleep 0.05; done
      kill -\(signal) $pid; \(RowsmithProcess.end(within: 10))
      """, in: model.folder)
    #expect(outcome.output == "status \(128 + signal)\n")
    #expect(outcome.diagnostics == "interrupted; the database is unchanged\n")
    #expect(try !model.folder.names.contains { $0.hasPrefix("a.sqlite") })
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a call that waits for the writer of its body ends at once`(signal: Int32) throws {
    // Nobody ever writes.
    let base = model.base().joined(separator: " ")
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo pipe; $R send logIn --body pipe --model Server.yml --from a.sqlite \(base) & pid=$!
      sleep 1; kill -\(signal) $pid; \(RowsmithProcess.end(within: 10))
      """, in: model.folder)
    #expect(outcome.output == "status \(128 + signal)\n")
  }

  @Test
  func `the line of a call says what is done, and is no wider than the terminal`() {
    var step = CallProgress.Step(phase: .downloading, completed: 1_500_000, total: 3_000_000)
    let line = { (step: CallProgress.Step) in CallProgressLine.line(step, name: "tags", width: 80) }
    #expect(line(step) == "tags: received 1500 kB of 3000 kB, 50%")
    step.total = nil
    step.page = 3
    #expect(line(step) == "tags: page 3, received 1500 kB")
    step = CallProgress.Step(phase: .importing, completed: 100, total: nil)
    step.records = 1
    #expect(line(step) == "tags: importing 100 bytes, 1 record")
    #expect(CallProgressLine.line(step, name: "t\u{1B}ags", width: 12).displayWidth == 11)
  }
}
