import Foundation
import TestSupport
import Testing

/// A sample of `Scripts/client-trials`.
@Suite(.timeLimit(.minutes(30))) struct KilledClientTests {
  private static let program: URL = {
    let tests =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
    let folder = tests.pathExtension == "xctest" ? tests.deletingLastPathComponent() : tests
    return folder.appendingPathComponent("ClientTrial")
  }()

  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(
    "A client that is killed while it works, by a server with faults, agrees with it in the end",
    arguments: [1, 2])
  func trial(_ seed: Int) throws {
    try #require(
      FileManager.default.isExecutableFile(atPath: Self.program.path), "\(Self.program.path) is not built")
    let process = Process()
    process.executableURL = Self.root.appendingPathComponent("Scripts/client-trials")
    process.arguments = ["\(seed)", "1", "120"]
    process.environment = ProcessInfo.processInfo.environment.merging(["ROWSMITH_TRIAL": Self.program.path]) {
      $1
    }
    let said = try process.printed()
    #expect(process.terminationStatus == 0, "\(said)")
  }
}
