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
  }

  private func write(_ text: String, to name: String) throws {
    let path = try folder.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  /// - Parameter place: the folder, which ends with `/`.
  private func copy(_ script: String, into place: String = "") throws {
    try write(String(contentsOfFile: Repository.path(script), encoding: .utf8), to: place + script)
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
      kill -0 $pid && echo there; kill -KILL $pid
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
    try copy("Scripts/test-sqlcipher", into: "a b/")
    // The libraries are there already.
    try folder.write("", to: "a b/.build/sqlcipher-library/lib/libpythonless.so")
    try write("#!/bin/sh\n", to: "bin/swift")
    try write(
      "#!/bin/sh\necho \"$LD_PRELOAD\" >loaded\nexit 1\n", to: "a b/.build/sqlcipher/debug/CipherTrial")
    _ = try RowsmithProcess.shell("PATH=\"$PWD/bin:$PATH\" 'a b/Scripts/test-sqlcipher'", in: folder)
    // Of a path with a space, the loader takes each part for a library.
    #expect(try !folder.read("a b/loaded").contains(" "))
  }

  @Test(arguments: [
    ("out", "elsewhere/out"), ("\"$PWD/out\"", "elsewhere/out"), ("", ".build/documentation"),
    ("\"\"", ".build/documentation"),
  ])
  func `a folder for the documentation is relative to where the script is run`(output: String, place: String)
    throws
  {
    try copy("Scripts/documentation")
    try write("#!/bin/sh\necho build\n", to: "bin/swift")
    try write("#!/bin/sh\n", to: "bin/swiftc")
    try write(
      "#!/bin/sh\nwhile [ $# -gt 0 ]; do if [ \"$1\" = --output-path ]; then mkdir -p \"$2\"; fi; shift; done\n",
      to: "bin/docc")
    let outcome = try RowsmithProcess.shell(
      "PATH=\"$PWD/bin:$PATH\"; mkdir elsewhere; cd elsewhere; ../Scripts/documentation --no-build \(output)",
      in: folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(folder.has("\(place)/client") && !folder.has("out") && !folder.has("elsewhere/client"))
  }

  @Test
  func `the symbol graphs are not written without a folder`() throws {
    try copy("Scripts/documentation")
    try write("#!/bin/sh\necho build\n", to: "bin/swift")
    try write("#!/bin/sh\n", to: "bin/swiftc")
    let outcome = try RowsmithProcess.shell(
      "PATH=\"$PWD/bin:$PATH\"; Scripts/documentation --no-build --symbols \"\"", in: folder)
    #expect(outcome.status != 0)
    #expect(outcome.diagnostics.hasSuffix("--symbols needs a FOLDER\n"))
  }

  @Test
  func `a signal while the documentation is built leaves no temporary folder`() throws {
    try copy("Scripts/documentation")
    try write("#!/bin/sh\necho build\n", to: "bin/swift")
    try write("#!/bin/sh\n", to: "bin/swiftc")
    try write("#!/bin/sh\nkill -TERM $PPID\n", to: "bin/docc")
    let outcome = try RowsmithProcess.shell(
      """
      PATH="$PWD/bin:$PATH" TMPDIR="$PWD/scratch"; export TMPDIR; mkdir scratch
      Scripts/documentation --no-build out; echo status $?; ls scratch
      """, in: folder)
    // Nothing is listed behind it.
    #expect(outcome.output.hasSuffix("status 143\n"))
  }

  @Test
  func `a database is kept in the folder that is named, from wherever the script is run`() throws {
    try copy("Scripts/keep-database")
    try write("#!/bin/sh\necho bin\n", to: "bin/swift")
    try write(
      "#!/bin/sh\nwhile [ $# -gt 0 ]; do if [ \"$1\" = --into ]; then echo >\"$2\"; fi; shift; done\n",
      to: "bin/rowsmith")
    let outcome = try RowsmithProcess.shell(
      """
      PATH="$PWD/bin:$PATH"; mkdir -p elsewhere/kept; cd elsewhere
      ../Scripts/keep-database kept Library library
      """, in: folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(folder.has("elsewhere/kept/Library.sqlite"))
  }
}
