import Foundation
import TestSupport
import Testing

/// 21, 27: a sample of `Scripts/sync-kills`.
@Suite(.timeLimit(.minutes(30)), .serialized) struct KilledSyncTests {
  private static let program: URL = {
    let tests =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
    let folder = tests.pathExtension == "xctest" ? tests.deletingLastPathComponent() : tests
    return folder.appendingPathComponent("SyncTrial")
  }()

  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// 1: two processes on one file, a server that breaks off answers. 2: a Kinto. 3: a torn log.
  @Test(
    "21, 27: devices that are killed while they synchronise agree with the server in the end, and nothing is lost",
    arguments: [1, 2, 3])
  func kills(_ seed: Int) throws {
    try #require(
      FileManager.default.isExecutableFile(atPath: Self.program.path), "\(Self.program.path) is not built")
    let process = Process()
    process.executableURL = Self.root.appendingPathComponent("Scripts/sync-kills")
    process.arguments = ["1", "\(seed)"]
    process.environment = ProcessInfo.processInfo.environment.merging(["ROWSMITH_TRIAL": Self.program.path]) {
      $1
    }
    let said = try process.printed()
    #expect(process.terminationStatus == 0, "\(said)")
  }
}
