import Foundation
import Testing

/// An import that waits for its document keeps nobody else waiting.
struct SlowSourceTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(SmallModel.yaml, to: "Small.yml")
    try folder.write(#"[{"name": "Japan"}]"#, to: "one.json")
  }

  private static func importing(_ file: String) -> String {
    "$R import \(file) --model Small.yml --into a.sqlite --entity Band > out"
  }

  private static let exporting =
    "$R export --model Small.yml --from a.sqlite --entity Band --ndjson --only name"

  @Test(arguments: [true, false])
  func `others import and export while it waits, also where the database is new`(isNew: Bool) throws {
    let outcome = try RowsmithProcess.shell(
      """
      \(isNew ? "" : Self.importing("one.json"))
      mkfifo pipe
      \(Self.importing("-")) < pipe & pid=$!
      exec 3> pipe; printf '[{"name": "Can"}, ' >&3; sleep 0.5
      \(Self.importing("one.json")); echo status $?; \(Self.exporting)
      printf '{"name": "Neu!"}]' >&3; exec 3>&-; wait $pid; echo status $?; \(Self.exporting)
      """, in: folder)
    #expect(outcome.diagnostics == "")
    #expect(
      outcome.output == """
        status 0
        {"name":"Japan"}
        status 0
        {"name":"Can"}
        {"name":"Japan"}
        {"name":"Neu!"}

        """)
  }

  @Test
  func `a pipe that is named as the file is read as well`() throws {
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo pipe; cat one.json > pipe &
      \(Self.importing("pipe")); echo status $?; \(Self.exporting)
      """, in: folder)
    #expect(outcome.output == "status 0\n{\"name\":\"Japan\"}\n")
  }

  @Test(arguments: [
    "import wrong.json --model model --into a.sqlite --entity Band",
    "import one.json --model model --into a.sqlite --entity Band --schema-contract evolve",
    "check model --format json", "generate model --output out --format json",
  ])
  func `a model from a named pipe is read once`(command: String) throws {
    try folder.write(#"[{"name": "Can", "formed": "x"}]"#, to: "wrong.json")
    let model = command.hasPrefix("import") ? "Small.yml" : "Wrong.yml"
    try folder.write(SmallModel.yaml.replacing("Mood?", with: "Moot?"), to: "Wrong.yml")
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo model; cat \(model) > model & writer=$!
      $R \(command) > printed & pid=$!
      \(RowsmithProcess.end(within: 20)); kill $writer 2> /dev/null; true
      """, in: folder)
    #expect(outcome.output == "status 1\n")
  }

  /// Lines with a band each, of which a hundred bytes are filler if they are long.
  private static func lines(_ count: Int, areLong: Bool) -> String {
    let filler = areLong ? String(repeating: "x", count: 100) : ""
    return (0..<count).map { "{\"name\": \"band number \($0)\(filler)\"}" }.joined(separator: "\n")
  }

  /// Short ones are kept in memory, long ones in a file.
  @Test(arguments: [false, true])
  func `of a document that is kept aside nothing is left, whether it is imported or not`(
    areLong: Bool
  ) throws {
    let names = Self.lines(40_000, areLong: areLong)
    try folder.write(names, to: "many.json")
    let outcome = try RowsmithProcess.shell(
      """
      mkdir temporary; export TMPDIR=$PWD/temporary
      cat many.json | \(Self.importing("-")); echo status $?
      { cat many.json; echo wrong; } | \(Self.importing("-")) 2> err; echo status $?
      ls temporary; \(Self.exporting) | wc -l
      """, in: folder)
    let lines = outcome.output.split(separator: "\n").map { String($0.trimmingPrefix(" ")) }
    #expect(lines == ["status 0", "status 1", "40000"])
  }

  @Test
  func `a document from a pipe needs a temporary file only if it is long`() throws {
    try folder.write(Self.lines(40_000, areLong: true), to: "many.json")
    let outcome = try RowsmithProcess.shell(
      """
      export TMPDIR=$PWD/nowhere
      head -n 20000 many.json | \(Self.importing("-")); echo status $?
      cat many.json | \(Self.importing("-")) 2> err; echo status $?; cat err
      \(Self.exporting) | wc -l
      """, in: folder)
    let lines = outcome.output.split(separator: "\n").map { String($0.trimmingPrefix(" ")) }
    #expect(lines.prefix(2) == ["status 0", "status 1"])
    #expect(lines.last == "20000")
    #expect(outcome.output.contains("cannot keep the document in a temporary file in '"))
  }

  @Test
  func `what has come through a pipe already is looked at for the message about a failed import`() throws {
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo pipe; exec 3<> pipe; printf '<html><body>Bad Gateway</body></html>' >&3; exec 4< pipe; exec 3>&-
      \(Self.importing("-")) <&4; echo status $?
      """, in: folder)
    #expect(outcome.output == "status 1\n")
    #expect(
      outcome.diagnostics
        == "<stdin>: error: this is HTML, not JSON: perhaps an error page of the server\n")
  }

  #if os(Linux)
    /// The import waits for the first file when it has taken what has come. The document is in gzip, and its second half comes
    /// later.
    @Test
    func `what has come through a pipe makes room for more while other files are imported`() throws {
      let outcome = try RowsmithProcess.shell(
        """
        mkfifo first
        python3 - $R <<'END'
        import fcntl, gzip, os, select, subprocess, sys
        reading, writing = os.pipe()
        fcntl.fcntl(writing, 1031, 1 << 20)  # F_SETPIPE_SZ
        packed = gzip.compress(b'[{"name": "Can"},' + b' ' * (3 << 19) + b'{"name": "Neu!"}]', 0)
        os.write(writing, packed[:1 << 20])
        names = ["import", "first", "-", "--model", "Small.yml", "--into", "a.sqlite", "--entity", "Band"]
        process = subprocess.Popen(sys.argv[1:] + names, stdin=reading, stdout=subprocess.DEVNULL)
        os.close(reading)
        if not select.select([], [writing], [], 20)[1]:
          process.kill()
          sys.exit("the pipe stays full")
        os.write(writing, packed[1 << 20:])
        os.close(writing)
        with open("first", "wb") as first: first.write(b'[{"name": "Japan"}]')
        print("status", process.wait(), flush=True)
        END
        \(Self.exporting)
        """, in: folder)
      #expect(outcome.diagnostics == "")
      #expect(
        outcome.output == """
          status 0
          {"name":"Can"}
          {"name":"Japan"}
          {"name":"Neu!"}

          """)
    }

    @Test
    func `a pipe may be filled with a mebibyte while the model is read`() throws {
      let outcome = try RowsmithProcess.shell(
        """
        python3 - $R <<'END'
        import fcntl, os, subprocess, sys
        reading, writing = os.pipe()
        os.write(writing, b'[{"name": "Can"}]')
        os.close(writing)
        names = ["import", "-", "--model", "Small.yml", "--into", "a.sqlite", "--entity", "Band"]
        subprocess.run(sys.argv[1:] + names, stdin=reading, stdout=subprocess.DEVNULL, check=True)
        print(fcntl.fcntl(reading, 1032))  # F_GETPIPE_SZ
        END
        """, in: folder)
      #expect(outcome.output == "\(1 << 20)\n", "\(outcome)")
    }
  #endif
}
