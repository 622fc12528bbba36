import Foundation
import Testing

/// A database that the user may read and not write.
struct WriteProtectionTests {
  private let small: SmallModel
  /// What runs a command as somebody whom permissions stop; nil where there is no way to.
  private let asSomebody: String?

  init() throws {
    small = try SmallModel()
    let outcome = try small.importJSON(#"[{"name": "Japan"}]"#, ["--entity", "Band"])
    try #require(outcome.status == 0)
    let canDrop = FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
    let drop = canDrop ? "/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups" : nil
    asSomebody = getuid() != 0 ? "" : drop
  }

  private func run(_ script: String) throws -> RowsmithProcess.Outcome? {
    guard let asSomebody else { return nil }
    let outcome = try RowsmithProcess.shell(
      "chmod 755 .; mkdir kept; mv small.sqlite kept; S='\(asSomebody)'; \(script)", in: small.folder)
    // So that it can be deleted.
    _ = try RowsmithProcess.shell("chmod -R u+w kept; ls kept", in: small.folder)
    return outcome
  }

  private static let protections = ["chmod 555 kept", "chmod 777 kept; chmod 444 kept/small.sqlite"]

  @Test(arguments: protections)
  func `it is exported, and nothing is left beside it`(protection: String) throws {
    let outcome = try run(
      "\(protection); $S $R export --model Small.yml --from kept/small.sqlite --entity Band --ndjson; ls kept"
    )
    guard let outcome else { return }
    #expect(outcome.output == #"{"name":"Japan","albums":[]}"# + "\nsmall.sqlite\n")
    #expect(outcome.diagnostics == "")
  }

  @Test(arguments: protections)
  func `a dry run is made on a copy, and says so`(protection: String) throws {
    try small.folder.write(#"[{"name": "Japan", "formed": 1974}, {"name": "Can"}]"#, to: "bands.json")
    let outcome = try run(
      """
      \(protection); mkdir temporary; chmod 777 temporary
      TMPDIR=$PWD/temporary $S $R import bands.json --model Small.yml --into kept/small.sqlite --entity Band \
      --dry-run | head -n 2; ls kept temporary
      """)
    guard let outcome else { return }
    #expect(
      outcome.output == """
              inserted  updated  unchanged  deleted
        Band         1        1          0        0
        kept:
        small.sqlite

        temporary:

        """)
    #expect(
      outcome.diagnostics
        == "note: 'kept/small.sqlite' cannot be written; the dry run uses a temporary copy\n"
    )
  }

  @Test(arguments: protections)
  func `an import says what is in the way, and leaves nothing beside it`(protection: String) throws {
    try small.folder.write(#"[{"name": "Can"}]"#, to: "bands.json")
    let outcome = try run(
      "\(protection); $S $R import bands.json --model Small.yml --into kept/small.sqlite --entity Band; ls kept"
    )
    guard let outcome else { return }
    #expect(outcome.output == "small.sqlite\n")
    #expect(outcome.diagnostics.hasPrefix("error: "))
    #expect(outcome.diagnostics.contains("'kept/small.sqlite'"))
    #expect(
      outcome.diagnostics.contains("write-protected") || outcome.diagnostics.contains("cannot be written"))
  }

  @Test(arguments: protections)
  func `through a symbolic link, what is still in its log is exported, too`(protection: String) throws {
    let add = """
      import sqlite3, os
      c = sqlite3.connect('kept/small.sqlite')
      c.execute("INSERT INTO Band (name) VALUES ('Can')")
      c.commit()
      os._exit(0)
      """
    try small.folder.write(add, to: "add.py")
    let export = "$S $R export --model Small.yml --entity Band --ndjson --only name"
    let outcome = try run(
      """
      python3 add.py; ls kept; mkdir links; chmod 777 links; ln -s ../kept/small.sqlite links/small.sqlite
      \(protection); chmod 666 kept/*-shm kept/*-wal; \(export) --from links/small.sqlite
      """)
    guard let outcome else { return }
    #expect(
      outcome.output == """
        small.sqlite
        small.sqlite-shm
        small.sqlite-wal
        {"name":"Can"}
        {"name":"Japan"}

        """, "\(outcome)")
  }

  @Test(arguments: ["", "--dry-run"])
  func `a symbolic link to it in a folder that can be written is read as it is`(option: String) throws {
    try small.folder.write(#"[{"name": "Can"}]"#, to: "bands.json")
    let place = "--model Small.yml --entity Band"
    let command =
      option.isEmpty
      ? "export \(place) --from links/small.sqlite"
      : "import bands.json \(place) --into links/small.sqlite \(option)"
    let outcome = try run(
      """
      mkdir links; chmod 777 links; ln -s ../kept/small.sqlite links/small.sqlite
      chmod 666 kept/small.sqlite; chmod 555 kept; TMPDIR=/tmp $S $R \(command) > out && ls kept links
      """)
    guard let outcome else { return }
    #expect(outcome.output == "kept:\nsmall.sqlite\n\nlinks:\nsmall.sqlite\n", "\(outcome)")
  }
}
