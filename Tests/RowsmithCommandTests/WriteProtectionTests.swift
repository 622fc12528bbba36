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
}
