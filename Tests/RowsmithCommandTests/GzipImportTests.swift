import Foundation
import Testing

/// `rowsmith import` of what is compressed.
struct GzipImportTests {
  private let small: SmallModel

  init() throws { small = try SmallModel() }

  private static let arguments = "--model Small.yml --into small.sqlite --entity Band"

  private func shell(_ script: String) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.shell(script, in: small.folder)
  }

  private func names() throws -> [String] {
    try small.export("Band", ["--ndjson", "--only", "name"]).output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["$R import a.json", "$R import - < a.json", "cat a.json | $R import -"])
  func `gzip is recognised by its first bytes, whatever the file is called`(command: String) throws {
    let outcome = try shell(
      #"printf '[{"name": "A"}, {"name": "B"}]' | gzip > a.json; "# + "\(command) \(Self.arguments)")
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(try names() == [#"{"name":"A"}"#, #"{"name":"B"}"#])
  }

  @Test
  func `members that follow one another are one document, also with zeros behind them`() throws {
    let outcome = try shell(
      #"(printf '{"name": "A"}\n' | gzip; printf '{"na' | gzip; printf 'me": "B"}' | gzip; "#
        + "head -c 1000 /dev/zero) > a.gz; $R import a.gz \(Self.arguments)")
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(try names() == [#"{"name":"A"}"#, #"{"name":"B"}"#])
  }

  @Test
  func `gzip that is cut off or damaged fails with its name and its place, and writes nothing`() throws {
    let make =
      #"for i in $(seq 1 20000); do echo "{\"name\": \"$i\", \"formed\": $i}"; done | gzip > a.gz; "#
      + #"printf '{"name": "old"}' | $R import - \#(Self.arguments) > before; "#
    let cut = try shell(make + "head -c 50000 a.gz > cut.gz; $R import cut.gz \(Self.arguments)")
    #expect(cut.status == 1)
    #expect(
      cut.diagnostics
        == "cut.gz: error: this is gzip that cannot be inflated: it ends too early, after 50000 "
        + "bytes; the file may be an incomplete copy\n")
    #expect(try names() == [#"{"name":"old"}"#])
    let piped = try shell("cat cut.gz | $R import - \(Self.arguments)")
    #expect(
      piped.diagnostics.hasPrefix("<stdin>: error: this is gzip that cannot be inflated: it ends too early"))
    let damaged = try shell(
      "(head -c 30000 a.gz; head -c 400 /dev/zero; tail -c +30401 a.gz) > bad.gz; "
        + "$R import bad.gz \(Self.arguments)")
    #expect(damaged.status == 1)
    #expect(damaged.diagnostics.hasPrefix("bad.gz"))
    #expect(try names() == [#"{"name":"old"}"#])
    let trailing = try shell("(cat a.gz; echo more) > more.gz; $R import more.gz \(Self.arguments)")
    #expect(trailing.status == 1)
    #expect(trailing.diagnostics.contains("the data after the gzip at byte"))
    #expect(try names() == [#"{"name":"old"}"#])
  }

  @Test
  func `advice sees what is inside`() throws {
    let outcome = try shell(
      #"printf '{"data": [{"name": "A"}]}' | gzip > a.gz; $R import a.gz "# + Self.arguments)
    #expect(outcome.diagnostics.hasSuffix("try --at data\n"))
  }

  @Test
  func `a document that inflates to many times its size takes no memory`() throws {
    // 64 MB of white space behind one record: 64 KB in the file.
    let outcome = try shell(
      #"(printf '{"name": "A"}'; head -c 64000000 /dev/zero | tr '\0' ' ') | gzip > a.gz; "#
        + "ulimit -v 400000; $R import a.gz \(Self.arguments)")
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(outcome.output.contains("\n64 MB in "))
  }
}
