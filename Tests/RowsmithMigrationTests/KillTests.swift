import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A migration that is killed leaves the old state or the new one.
@Suite struct KillTests {
  private static let executable: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let tests = bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appendingPathComponent("rowsmith")
  }()

  private func database(rows: Int) throws -> Trial {
    let trial = try Trial(schema: try Versions.schema(1))
    let bands = (0..<rows / 10).map {
      #"{"name": "band \#($0)", "number": \#($0 + 1), "formed": \#(1950 + $0 % 70)}"#
    }
    let albums = (0..<rows).map {
      #"{"id": \#($0), "title": "t\#($0)", "released": "1971-02-01", "price": \#($0 % 30), "band": "band \#($0 / 10)"}"#
    }
    try trial.importJSON("[\(bands.joined(separator: ","))]", "Band")
    try trial.importJSON("[\(albums.joined(separator: ","))]", "Album")
    return trial
  }

  private func start(_ path: String) throws -> Process {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = ["migrate", "--model", Versions.path(10), path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(.timeLimit(.minutes(30))) func `a killed migration leaves the old state or the new one`() throws {
    let old = Layout(try Versions.schema(1))
    let new = Layout(try Versions.schema(10))
    let origin = try database(rows: 4000)
    let before = try origin.sql().contents(old)
    let whole = try origin.copy()
    let clock = ContinuousClock()
    let begin = clock.now
    let process = try start(whole.path)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let elapsed = clock.now - begin
    let after = try whole.sql().contents(new)
    #expect(after != before)

    var states: [String: Int] = [:]
    let runs = 40
    for run in 0..<runs {
      let trial = try origin.copy()
      let process = try start(trial.path)
      // Evenly over the time that it takes, and beyond.
      let (seconds, attoseconds) = elapsed.components
      let microseconds = Double(seconds) * 1e6 + Double(attoseconds) * 1e-12
      usleep(UInt32(microseconds * 1.1 * Double(run) / Double(runs)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let file = try trial.sql()
      #expect(try file.rows("PRAGMA integrity_check") == ["ok"])
      let isNew = try file.rows("SELECT 1 FROM sqlite_master WHERE name = 'Group'") == ["1"]
      states[isNew ? "new" : "old", default: 0] += 1
      #expect(try file.contents(isNew ? new : old) == (isNew ? after : before), "run \(run)")
      #expect(
        try file.rows("SELECT name FROM sqlite_master WHERE name LIKE '\\_rowsmith\\_new%' ESCAPE '\\'") == []
      )
      if !isNew, run % 8 == 0 {
        try trial.migrate(to: try Versions.schema(10))
        #expect(try trial.sql().contents(new) == after)
      }
    }
    #expect(states["old", default: 0] > 0)
  }
}
