import Foundation
import Testing

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
}
