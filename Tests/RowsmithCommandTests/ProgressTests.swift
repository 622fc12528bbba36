import Rowsmith
import Testing

@testable import RowsmithCommand

/// What is shown on a terminal, and how amounts read.
struct ProgressTests {
  private func progress(_ bytes: Int, of total: Int?) throws -> ImportProgress {
    var seen: [ImportProgress] = []
    let box = Box()
    let store = try Store(
      .memory,
      schema: Schema(
        name: "S",
        entities: [
          Schema.Entity(
            name: "A", primaryKey: ["id"],
            attributes: [
              Schema.Attribute(name: "id", type: .scalar(.int), importPaths: [.key("id")], exportPath: ["id"])
            ])
        ]))
    var options = ImportOptions()
    options.progress = { box.value = $0 }
    try store.importJSON(.string(#"{"id": 1}"#), into: .entity("A"), options: options)
    if var value = box.value {
      value.bytes = bytes
      value.totalBytes = total
      seen.append(value)
    }
    return try #require(seen.first)
  }

  @Test
  func `a bar where the size is known`() throws {
    #expect(
      ProgressBar.line(try progress(5_000_000, of: 10_000_000), name: "a.json", seconds: 0.5)
        == "a.json: [############............] 50%, 5000 kB, 1 record, 10.0 MB/s")
  }

  @Test
  func `what was done where it is not`() throws {
    #expect(
      ProgressBar.line(try progress(5000, of: nil), name: "-", seconds: 0)
        == "-: 5000 bytes, 1 record, 0.0 MB/s")
  }

  @Test
  func `the line is no wider than the terminal, and the name gives way`() throws {
    let done = "[############............] 50%, 5000 kB, 1 record, 10.0 MB/s"
    let progress = try progress(5_000_000, of: 10_000_000)
    func line(_ name: String, _ width: Int) -> String {
      ProgressBar.line(progress, name: name, seconds: 0.5, width: width)
    }
    #expect(line("a-long-name.json", done.count + 17) == "a-long-name.j…: \(done)")
    #expect(line("椎名林檎無罪モラトリアム", done.count + 17) == "椎名林檎無罪…: \(done)")
    #expect(line("a-long-name.json", 60) == String(done.prefix(58)) + "…")
    #expect(line("a\n\u{1B}[2J.json", 100) == #"a\n\u001b[2J.json: "# + done)
  }

  @Test
  func `a cell of a table ends somewhere`() {
    let table = TextTable(rows: [["key", String(repeating: "x", count: 5000)]])
    #expect(table.text == "key  \(String(repeating: "x", count: 119))…\n")
  }

  @Test
  func `columns of a table stand below each other in every script`() {
    let table = TextTable(rows: [["椎名林檎", "12", "x"], ["Bjo\u{308}rk", "3", "y"], ["👩‍🚀\n", "4", "z"]])
    #expect(table.text == "椎名林檎  12  x\nBjo\u{308}rk      3  y\n👩‍🚀\\n       4  z\n")
  }

  @Test(arguments: [
    (0, "0 bytes"), (9999, "9999 bytes"), (10_000, "10 kB"), (9_999_999, "9999 kB"), (10_000_000, "10 MB"),
  ])
  func `sizes`(bytes: Int, text: String) {
    #expect(Amounts.size(bytes) == text)
  }

  @Test(arguments: [
    (0.0, "0.000 s"), (0.0004, "0.000 s"), (0.0996, "0.100 s"), (0.9996, "1.000 s"), (12.3456, "12.346 s"),
    (-0.0004, "0.000 s"), (-1.5, "-1.500 s"),
  ])
  func `times`(seconds: Double, text: String) {
    #expect(Amounts.seconds(seconds) == text)
  }

  @Test(arguments: [
    (0, 1.0, "0.0 MB/s"), (1_000_000, 0.0, "0.0 MB/s"), (40_000, 1.0, "0.0 MB/s"),
    (85_340_000, 1.0, "85.3 MB/s"), (9_960_000, 1.0, "10.0 MB/s"), (1_000_000, 1e-9, "1000000000.0 MB/s"),
  ])
  func `rates`(bytes: Int, seconds: Double, text: String) {
    #expect(Amounts.rate(bytes: bytes, seconds: seconds) == text)
  }
}

/// Keeps what a callback was told.
private final class Box: @unchecked Sendable {
  var value: ImportProgress?
}
