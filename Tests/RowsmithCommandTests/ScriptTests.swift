import Foundation
import Testing

/// The scripts for this package, with a `swift` that does nothing.
struct ScriptTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    for name in ["Scripts", "bin"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: false)
    }
    try write("#!/bin/sh\n", to: "Scripts/install-libraries")
    try write("#!/bin/sh\n", to: "Scripts/test-sqlcipher")
    try write("#!/bin/sh\n", to: "bin/RowsmithPackageTests.xctest")
  }

  private func write(_ text: String, to name: String) throws {
    let path = try folder.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  private func copy(_ script: String) throws {
    try write(String(contentsOfFile: Repository.path(script), encoding: .utf8), to: script)
  }

  /// Starts a script.
  private func start(_ script: String, _ arguments: String...) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: folder.file(script))
    process.arguments = arguments
    process.environment = ["PATH": "\(folder.file("bin")):/usr/bin:/bin"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(arguments: ["test-server", "kinto"])
  func `a process that has the number of a server that was killed is left alone`(script: String) throws {
    try copy("Scripts/python-server")
    try copy("Scripts/\(script)")
    let outcome = try RowsmithProcess.shell(
      """
      sleep 100 & pid=$!
      echo "{\\"pid\\": $pid}" > ready.json
      Scripts/\(script) stop --ready ready.json; echo status $?
      kill -0 $pid && echo there; kill $pid
      """, in: folder)
    #expect(outcome.output == "status 0\nthere\n")
    #expect(!folder.has("ready.json"))
  }

  @Test
  func `SQLCipher is found in a folder whose name has a space`() throws {
    for name in ["Scripts", ".build/sqlcipher/debug", ".build/sqlcipher-library/lib"] {
      try FileManager.default.createDirectory(
        atPath: folder.file("a b/\(name)"), withIntermediateDirectories: true)
    }
    let script = try String(contentsOfFile: Repository.path("Scripts/test-sqlcipher"), encoding: .utf8)
    try write(script, to: "a b/Scripts/test-sqlcipher")
    // The libraries are there already.
    try folder.write("", to: "a b/.build/sqlcipher-library/lib/libpythonless.so")
    try write("#!/bin/sh\n", to: "bin/swift")
    try write(
      "#!/bin/sh\necho \"$LD_PRELOAD\" >loaded\nexit 1\n", to: "a b/.build/sqlcipher/debug/CipherTrial")
    let process = try start("a b/Scripts/test-sqlcipher")
    process.waitUntilExit()
    // Of a path with a space, the loader takes each part for a library.
    #expect(try !folder.read("a b/loaded").contains(" "))
  }
}
