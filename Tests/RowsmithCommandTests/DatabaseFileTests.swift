import Foundation
import Rowsmith
import Testing

@testable import RowsmithCommand

/// What stands where the database should be, and what becomes of it when an import fails.
struct DatabaseFileTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(SmallModel.yaml, to: "Small.yml")
    try folder.write(#"[{"name": "x"}, 7]"#, to: "bad.json")
  }

  private func importBad(into database: String, _ options: String = "") throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.shell(
      "$R import bad.json --model Small.yml --into \(database) --entity Band \(options)", in: folder)
  }

  @Test
  func `a command waits a minute for the write of another process`() throws {
    let file = try DatabaseFile(path: "a.sqlite", ParsedArguments())
    for options in [file.plainOptions, file.options, file.readOnlyOptions] {
      #expect(options.busyTimeout == .seconds(60))
    }
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
  }

  @Test
  func `a failing import deletes the file that it made`() throws {
    #expect(try importBad(into: "new.sqlite").status == 1)
    #expect(try folder.names == ["Small.yml", "bad.json"])
  }

  @Test
  func `an empty file that was there stays`() throws {
    try folder.write("", to: "empty.sqlite")
    #expect(try importBad(into: "empty.sqlite").status == 1)
    #expect(try folder.names == ["Small.yml", "bad.json", "empty.sqlite"])
  }

  @Test
  func `a symbolic link stays, and so does what it leads to`() throws {
    try folder.write("", to: "empty.sqlite")
    try link("a.sqlite", to: "empty.sqlite")
    try link("b.sqlite", to: "missing.sqlite")
    #expect(try importBad(into: "a.sqlite").status == 1)
    #expect(try importBad(into: "b.sqlite").status == 1)
    let names = try folder.names
    #expect(names == ["Small.yml", "a.sqlite", "b.sqlite", "bad.json", "empty.sqlite", "missing.sqlite"])
  }

  @Test(arguments: ["", "--dry-run"])
  func `a pipe, a folder and a device are refused and stay`(option: String) throws {
    _ = try RowsmithProcess.shell("mkfifo pipe; mkdir folder", in: folder)
    // By a link, so that no mistake can harm the device.
    try link("device", to: "/dev/null")
    for (name, noun) in [("pipe", "a named pipe"), ("folder", "a folder"), ("device", "a device")] {
      let outcome = try importBad(into: name, option)
      #expect(outcome.status == 1)
      #expect(
        outcome.diagnostics == "error: '\(name)' is \(noun), where a database is a file; name another path\n")
    }
    #expect(try folder.names == ["Small.yml", "bad.json", "device", "folder", "pipe"])
  }

  @Test
  func `an export from a pipe is refused at once`() throws {
    let outcome = try RowsmithProcess.shell(
      "mkfifo pipe; $R export --model Small.yml --from pipe --entity Band", in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains("'pipe' is a named pipe"))
  }

  private func sql(_ sql: String) throws -> String {
    let script =
      "import sqlite3, sys; c = sqlite3.connect('old.sqlite'); print(c.execute(sys.argv[1]).fetchall()); c.commit()"
    return try RowsmithProcess.shell("python3 -c \"\(script)\" \"\(sql)\"", in: folder).output
  }

  @Test(arguments: ["", "CREATE TABLE foo (a)"])
  func `a failing import leaves nothing in a database that was there`(statement: String) throws {
    try folder.write("", to: "old.sqlite")
    if !statement.isEmpty { _ = try sql(statement) }
    let tables = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
    let before = try sql(tables)
    #expect(try importBad(into: "old.sqlite").status == 1)
    #expect(try sql(tables) == before)
    #expect(before.isEmpty == false)
  }

  @Test(arguments: ["", "--schema-contract evolve"])
  func `a dry run into another program's database says what the import does`(option: String) throws {
    try folder.write("", to: "old.sqlite")
    _ = try sql("CREATE TABLE foo (a)")
    try folder.write(#"[{"name": "x"}]"#, to: "good.json")
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("old.sqlite")))
    let command = "$R import good.json --model Small.yml --into old.sqlite --entity Band \(option)"
    let trial = try RowsmithProcess.shell("\(command) --dry-run", in: folder)
    #expect(trial.status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("old.sqlite"))) == before)
    #expect(try RowsmithProcess.shell(command, in: folder).status == 0)
  }

  @Test
  func `a copy for a dry run can be read by its user only`() throws {
    let copy = try TemporaryCopy { try Data("rows".utf8).write(to: URL(fileURLWithPath: $0)) }
    var status = stat()
    let code = stat(URL(fileURLWithPath: copy.path).deletingLastPathComponent().path, &status)
    #expect(code == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    withExtendedLifetime(copy) {}
  }

  @Test
  func `a dry run that finds no temporary folder says so`() throws {
    try folder.write("", to: "old.sqlite")
    _ = try sql("CREATE TABLE foo (a)")
    let outcome = try RowsmithProcess.shell(
      "TMPDIR=$PWD/nowhere $R import bad.json --model Small.yml --into old.sqlite --entity Band --dry-run",
      in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix("error: cannot copy the database to a temporary folder in '"))
    #expect(
      outcome.diagnostics.hasSuffix("No such file or directory; name a folder with room in TMPDIR\n"))
  }

  @Test(arguments: [":memory:", "file:a.sqlite", "file:a?mode=memory"])
  func `a name that SQLite gives a meaning of its own is that of a file`(name: String) throws {
    try folder.write(#"[{"name": "x"}]"#, to: "good.json")
    let model = "--model Small.yml --entity Band"
    let outcome = try RowsmithProcess.shell(
      "$R import good.json \(model) --into '\(name)' && $R export \(model) --from '\(name)' --ndjson | tail -n 1",
      in: folder)
    #expect(outcome.output.hasSuffix("{\"name\":\"x\",\"albums\":[]}\n"), "\(outcome)")
    #expect(try folder.names == ["Small.yml", name, "bad.json", "good.json"].sorted())
  }

  @Test(arguments: ["''", ".", "..", "./"], ["", "--model Small.yml"])
  func `an empty path and the folder itself are no database`(path: String, model: String) throws {
    try folder.write(#"[{"name": "x", "formed": 1}]"#, to: "good.json")
    for command in ["import good.json --into", "export --from"] {
      let outcome = try RowsmithProcess.shell("$R \(command) \(path) \(model) --entity Band", in: folder)
      #expect([1, 2].contains(outcome.status) && outcome.diagnostics.contains("error: "), "\(outcome)")
    }
    #expect(try folder.names == ["Small.yml", "bad.json", "good.json"])
  }
}
