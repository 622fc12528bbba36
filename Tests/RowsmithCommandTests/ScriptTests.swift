import Foundation
import Testing

/// The scripts for this package, with a `swift` that does nothing.
struct ScriptTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    for name in [".ci", "Scripts", "bin"] {
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

  /// Starts a script that signals end: `swift test` ignores them, and what it starts inherits that.
  private func start(_ script: String, _ arguments: String...) throws -> Process {
    let process = Process()
    let start =
      "import os, signal, sys\nfor s in (1, 2, 15): signal.signal(s, signal.SIG_DFL)\n"
      + "os.execv(sys.argv[1], sys.argv[1:])"
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", start, folder.file(script)] + arguments
    process.environment = ["PATH": "\(folder.file("bin")):/usr/bin:/bin"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// The number that a script writes to a file.
  private func number(in name: String) throws -> Int32? {
    let deadline = Date(timeIntervalSinceNow: 30)
    while Date() < deadline {
      if folder.has(name), let number = Int32(try folder.read(name).filter(\.isNumber)) { return number }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return nil
  }

  /// Ends a script as `timeout` does, which sends its signal twice.
  private func terminate(_ process: Process, pause: TimeInterval = 0) {
    kill(process.processIdentifier, SIGTERM)
    Thread.sleep(forTimeInterval: pause)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
  }

  @Test
  func `tests that hang end with the script that runs them`() throws {
    try copy("Scripts/test")
    // Like SwiftPM, it ends its tests, which have a process group of their own, only where it is interrupted.
    try write(
      """
      #!/usr/bin/env python3
      import os, signal, subprocess, sys, time
      if "--show-bin-path" in sys.argv:
          print(os.getcwd() + "/bin")
      if sys.argv[1] == "test":
          tests = subprocess.Popen(["sleep", "100"], start_new_session=True)
          def end(*_):
              time.sleep(2)
              tests.kill()
              tests.wait()
              os._exit(130)
          signal.signal(signal.SIGINT, end)
          with open("hung", "w") as file:
              file.write(str(tests.pid))
          while True:
              time.sleep(0.1)
      """, to: "bin/swift")
    // Builds that PluginTests run have process groups of their own, too.
    try write(
      """
      #!/usr/bin/env python3
      import subprocess
      build = "trap 'echo 1 >ended; exit' TERM; echo $$ >built; sleep 100 & wait"
      subprocess.Popen(["bash", "-c", build], start_new_session=True).wait()
      """, to: "bin/RowsmithPackageTests.xctest")
    let process = try start("Scripts/test")
    let tests = try #require(try number(in: "hung"))
    _ = try #require(try number(in: "built"))
    // The second signal comes while the tests end.
    terminate(process, pause: 0.3)
    #expect(process.terminationStatus == 128 + SIGTERM)
    #expect(kill(tests, 0) == -1)
    #expect(try number(in: "ended") == 1)
  }

  #if os(Linux)
    @Test
    func `a signal to what CI runs ends Scripts/test, which has a process group of its own`() throws {
      try copy(".ci/run")
      try write(
        """
        #!/usr/bin/env bash
        trap 'kill $!; echo 1 >ended; exit 143' TERM
        sleep 100 &
        echo $$ >hung
        wait
        """, to: "Scripts/test")
      let process = try start(".ci/run")
      _ = try #require(try number(in: "hung"))
      kill(process.processIdentifier, SIGTERM)
      process.waitUntilExit()
      #expect(process.terminationStatus == 128 + SIGTERM)
      #expect(folder.has("ended"))
    }
  #endif

  @Test(arguments: ["trials", "sync-trials"])
  func `trials end with the script that runs them`(script: String) throws {
    try copy("Scripts/\(script)")
    try write("#!/bin/sh\necho \"$PWD/bin\"\n", to: "bin/swift")
    try write(
      """
      #!/usr/bin/env bash
      trap 'echo 1 >ended; exit' TERM
      echo $$ >hung
      sleep 100 &
      wait
      """, to: "bin/RowsmithPackageTests.xctest")
    let process = try start("Scripts/\(script)", "1", "1")
    _ = try #require(try number(in: "hung"))
    terminate(process)
    #expect(process.terminationStatus == 128 + SIGTERM)
    #expect(try number(in: "ended") == 1)
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
