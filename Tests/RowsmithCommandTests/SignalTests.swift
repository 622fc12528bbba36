import CSQLite
import Foundation
import Testing

/// Commands that a signal ends.
struct SignalTests {
  private let folder: Folder
  private static let importing =
    "$R import albums.json --model Small.yml --into a.sqlite --entity Album > out"

  init() throws {
    folder = try Folder()
    try folder.write(SmallModel.yaml, to: "Small.yml")
    let records = (0..<20_000).map { "{\"id\": \($0), \"title\": \"some text that makes it longer\"}\n" }
    try folder.write(records.joined(), to: "albums.json")
  }

  private func databaseFiles() throws -> [String] {
    try folder.names.filter { $0.hasPrefix("a.sqlite") }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an export that waits for its reader ends, and leaves one file`(signal: Int32) throws {
    // Nobody takes what is in the pipe.
    let outcome = try RowsmithProcess.shell(
      """
      \(Self.importing); mkfifo pipe; exec 3<> pipe
      $R export --model Small.yml --from a.sqlite --entity Album > pipe & pid=$!
      sleep 0.5; kill -\(signal) $pid; wait $pid; echo status $?
      """, in: folder)
    #expect(outcome.output == "status \(128 + signal)\n")
    #expect(outcome.diagnostics == "")
    #expect(try databaseFiles() == ["a.sqlite"])
  }

  @Test
  func `a migration that waits ends, and leaves the database as it was`() throws {
    let model = SmallModel.yaml.replacing(
      "title: String", with: "title: String?, year: { type: Int, default: 1 }")
    try folder.write(model, to: "Next.yml")
    // How far it comes is chance; what it leaves must be the one or the other.
    for pause in ["0.01", "0.03", "0.1"] {
      let outcome = try RowsmithProcess.shell(
        """
        rm -f a.sqlite; \(Self.importing)
        $R migrate --model Next.yml a.sqlite > out & pid=$!
        sleep \(pause); kill -TERM $pid; wait $pid; echo $?
        """, in: folder)
      #expect(["0\n", "143\n"].contains(outcome.output))
      #expect(try databaseFiles() == ["a.sqlite"])
      let model = outcome.output == "0\n" ? "Next.yml" : "Small.yml"
      let export = try RowsmithProcess.shell(
        "$R export --model \(model) --from a.sqlite --entity Album --ndjson | wc -l", in: folder)
      #expect(export.output.filter(\.isNumber) == "20000")
      #expect(export.diagnostics == "")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an import that waits for another process's lock ends at once, and leaves the database as it was`(
    signal: Int32
  ) throws {
    try folder.write(#"{"id": 1, "title": "a"}"#, to: "one.json")
    let first = try RowsmithProcess.shell(Self.importing.replacing("albums", with: "one"), in: folder)
    try #require(first.status == 0)
    try whileLocked {
      for command in [Self.importing, "$R migrate --model Small.yml a.sqlite > out"] {
        let outcome = try RowsmithProcess.shell("\(command) & \(Self.ending(with: signal))", in: folder)
        #expect(outcome.output == "status \(128 + signal)\n")
        #expect(!outcome.diagnostics.contains("error"))
      }
    }
    let export = try RowsmithProcess.shell(
      "$R export --model Small.yml --from a.sqlite --entity Album --ndjson | wc -l", in: folder)
    #expect(export.output.filter(\.isNumber) == "1")
    #expect(try databaseFiles() == ["a.sqlite"])
  }

  /// Sends a signal to the command behind which this stands, and kills it where it has not ended soon after: before it
  /// has waited for a lock as long as it would.
  private static func ending(with signal: Int32, within seconds: Int = 20) -> String {
    "pid=$!; sleep 1; kill -\(signal) $pid; \(RowsmithProcess.end(within: seconds))"
  }

  /// Runs the body while the database is locked.
  private func whileLocked(_ body: () throws -> Void) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(folder.file("a.sqlite"), &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
    try body()
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an import that waits for the writer of a named pipe ends`(signal: Int32) throws {
    // Nobody ever writes.
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo pipe
      $R import pipe --model Small.yml --into a.sqlite --entity Album & \(Self.ending(with: signal))
      """, in: folder)
    #expect(outcome.output == "status \(128 + signal)\n")
    #expect(try databaseFiles() == [])
  }

  @Test
  func `an import that waits for the writer of its model ends`() throws {
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo model
      $R import albums.json --model model --into a.sqlite --entity Album & \(Self.ending(with: SIGTERM))
      """, in: folder)
    #expect(outcome.output == "status \(128 + SIGTERM)\n")
    #expect(try databaseFiles() == [])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an import that makes its model first ends at once, and leaves nothing`(signal: Int32) throws {
    // Long enough that the model is not made within seconds.
    let outcome = try RowsmithProcess.shell(
      """
      for n in $(seq 20); do cat albums.json; done > many.json
      $R import many.json --into a.sqlite & \(Self.ending(with: signal, within: 2))
      """, in: folder)
    #expect(outcome.output == "status \(128 + signal)\n")
    #expect(try folder.names == ["Small.yml", "albums.json", "many.json"])
  }

  @Test
  func `nohup is respected`() throws {
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo pipe; trap '' HUP
      $R import - --model Small.yml --into a.sqlite --entity Album < pipe > out & pid=$!
      exec 3> pipe; head -n 10 albums.json >&3; sleep 0.3; kill -HUP $pid; sleep 0.3; exec 3>&-
      wait $pid; echo status $?
      """, in: folder)
    #expect(outcome.output == "status 0\n")
  }

  @Test
  func `a limit of the size of files is an error, and leaves the database as it was`() throws {
    let outcome = try RowsmithProcess.shell(
      """
      head -n 10 albums.json > few.json
      $R import few.json --model Small.yml --into a.sqlite --entity Album > out
      ulimit -f 400
      \(Self.importing) 2> err; echo status $?; cat err
      $R export --model Small.yml --from a.sqlite --entity Album --ndjson | wc -l
      $R import albums.json --model Small.yml --into b.sqlite --entity Album 2> err; echo status $?
      many="albums.json albums.json albums.json albums.json albums.json"
      cat $many | $R import - --model Small.yml --into c.sqlite --entity Album 2> err; echo status $?; cat err
      """, in: folder)
    let lines = outcome.output.split(separator: "\n").map { String($0.trimmingPrefix(" ")) }
    #expect(lines[0] == "status 1")
    #expect(
      lines[1].hasPrefix("error: 'a.sqlite' could not be read or written: "))
    #expect(lines[1].contains("; this process may write files of "))
    #expect(lines[2...3] == ["10", "status 1"])
    #expect(lines[4] == "status 1")
    #expect(lines[5].contains("cannot keep the document in a temporary file"))
    #expect(try folder.names.filter { $0.contains(".sqlite") } == ["a.sqlite"])
  }

  @Test(arguments: [
    "--model Small.yml --entity Album --stop-after 1",
    "--model Small.yml --entity Album --stop-after 1 --on-invalid skip", "",
  ])
  func `however a named pipe is read, waiting for its writer ends`(arguments: String) throws {
    let outcome = try RowsmithProcess.shell(
      "mkfifo pipe\n$R import pipe --into a.sqlite \(arguments) & \(Self.ending(with: SIGTERM))", in: folder)
    #expect(outcome.output == "status \(128 + SIGTERM)\n")
    #expect(try databaseFiles() == [])
  }
}
