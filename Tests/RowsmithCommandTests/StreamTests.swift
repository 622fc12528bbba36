import Foundation
import Testing

/// Pipes, closed streams and signals.
struct StreamTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(SmallModel.yaml, to: "Small.yml")
    let records = (0..<20_000).map { "{\"id\": \($0), \"title\": \"some text that makes it longer\"}\n" }
    try folder.write(records.joined(), to: "albums.json")
  }

  private static let importing = "$R import albums.json --model Small.yml --into a.sqlite --entity Album"
  private static let exporting = "$R export --model Small.yml --from a.sqlite --entity Album"

  @Test
  func `a reader that goes away ends an export without a word`() throws {
    let outcome = try RowsmithProcess.shell(
      "\(Self.importing) > /dev/null && { \(Self.exporting); echo status $? >&2; } | head -c 20", in: folder)
    #expect(outcome.output == #"[{"id":0,"title":"so"#)
    #expect(outcome.diagnostics == "status 0\n")
  }

  @Test
  func `a reader that goes away does not undo an import`() throws {
    let outcome = try RowsmithProcess.shell(
      "{ sleep 0.3; \(Self.importing); echo status $? >&2; } | true; \(Self.exporting) | tail -c 60",
      in: folder)
    #expect(outcome.diagnostics == "status 0\n")
    #expect(outcome.output.contains(#"{"id":19999,"#))
  }

  @Test
  func `a reader that goes away does not make a success of a failure`() throws {
    try folder.write("rowsmith: 1\nentities: { Album: { attributes: { id: Nothing } } }\n", to: "Bad.yml")
    try folder.write("rowsmith: 1\nentities: { Album: { attributes: { id: Int } } }\n", to: "Next.yml")
    let migrating = "$R migrate --model Next.yml a.sqlite --dry-run"
    let outcome = try RowsmithProcess.shell(
      """
      \(Self.importing) > /dev/null
      { sleep 0.3; $R check Bad.yml --format json; echo status $? >&2; } | true
      { sleep 0.3; \(migrating) --format json; echo status $? >&2; } | true
      { sleep 0.3; \(migrating); echo status $? >&2; } | true
      """, in: folder)
    let lines = outcome.diagnostics.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("status") } == ["status 1", "status 1", "status 1"])
    #expect(outcome.diagnostics.contains("error: would be lost: Album.title: 20000 values\n"))
  }

  @Test
  func `closed standard output fails, and harms no file`() throws {
    let outcome = try RowsmithProcess.shell(
      "\(Self.importing) >&-; echo status $?; \(Self.exporting) >&-; echo status $?; \(Self.exporting) | wc -l",
      in: folder)
    #expect(
      outcome.output.split(separator: "\n").map { $0.trimmingPrefix(" ") } == ["status 1", "status 1", "1"])
    #expect(
      outcome.diagnostics
        == String(repeating: "error: cannot write to standard output: Bad file descriptor\n", count: 2))
  }

  @Test
  func `a full disk is said`() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let outcome = try RowsmithProcess.shell("$R --help > /dev/full; echo status $?", in: folder)
    #expect(outcome.output == "status 1\n")
    #expect(outcome.diagnostics == "error: cannot write to standard output: No space left on device\n")
  }

  @Test
  func `closed standard error loses diagnostics only`() throws {
    let outcome = try RowsmithProcess.shell(
      "$R check None.yml 2>&-; echo status $?; \(Self.importing) 2>&- | head -n 1", in: folder)
    #expect(outcome.output.hasPrefix("status 1\n"))
    #expect(outcome.output.contains("inserted"))
  }

  @Test
  func `closed standard input is said`() throws {
    let outcome = try RowsmithProcess.shell(
      "$R import - --model Small.yml --into a.sqlite --entity Album <&-; echo status $?", in: folder)
    #expect(outcome.output == "status 1\n")
    #expect(outcome.diagnostics.contains("cannot read standard input"))
    #expect(!folder.has("a.sqlite"))
  }

  @Test
  func `a pipe is read as it fills`() throws {
    let outcome = try RowsmithProcess.shell(
      "{ head -n 3 albums.json; sleep 0.5; tail -n 2 albums.json; } | "
        + "$R import - --model Small.yml --into a.sqlite --entity Album --format json", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""inserted":5"#))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interruption leaves the database as it was`(signal: Int32) throws {
    let before = try RowsmithProcess.shell(
      "head -n 3 albums.json | $R import - --model Small.yml --into a.sqlite --entity Album", in: folder)
    #expect(before.status == 0)
    // The pipe stays open: the import waits for more until it is interrupted. It has begun to read when more is written than
    // the pipe holds.
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo pipe
      $R import - --model Small.yml --into a.sqlite --entity Album < pipe > out 2> err & pid=$!
      exec 3> pipe; cat albums.json albums.json albums.json >&3
      sleep 1; kill -\(signal) $pid; wait $pid; echo status $?; exec 3>&-
      cat out err; \(Self.exporting) --ndjson | wc -l
      """, in: folder)
    let lines = outcome.output.split(separator: "\n").map { String($0.trimmingPrefix(" ")) }
    #expect(lines == ["status \(128 + signal)", "<stdin>: interrupted; the database is unchanged", "3"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interruption ends infer while it waits, without a word of a database`(signal: Int32) throws {
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo pipe
      $R infer - < pipe & pid=$!
      exec 3> pipe; head -n 10 albums.json >&3
      sleep 1; kill -\(signal) $pid; wait $pid; echo status $?
      """, in: folder)
    #expect(outcome.output == "status \(128 + signal)\n")
    #expect(outcome.diagnostics == "")
  }

  @Test
  func `an interruption leaves no new database behind`() throws {
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo pipe
      $R import - --model Small.yml --into a.sqlite --entity Album < pipe & pid=$!
      exec 3> pipe; head -n 10 albums.json >&3
      sleep 1; kill -INT $pid; wait $pid; echo status $?
      """, in: folder)
    #expect(outcome.output == "status 130\n")
    #expect(try folder.names == ["Small.yml", "albums.json", "pipe"])
  }
}
