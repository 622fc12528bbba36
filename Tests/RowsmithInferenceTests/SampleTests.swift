import Foundation
import Rowsmith
import RowsmithInference
import RowsmithModel
import TestSupport
import Testing

/// How samples are read.
@Suite struct SampleTests {
  private func yaml(_ sources: [JSONSource], _ configure: (inout Inference.Options) -> Void = { _ in }) throws
    -> String
  {
    var options = Inference.Options()
    options.name = "things"
    configure(&options)
    return try Inference.infer(sources, options).draft.yaml()
  }

  @Test func `however the bytes come, the model is the same`() throws {
    for sample in CorpusSample.all {
      let bytes = [UInt8](try Data(contentsOf: sample.json))
      let whole = try sample.infer().draft
      for size in [1, 7, 1000] {
        let chunks = Chunks(bytes, size)
        var options = Inference.Options()
        options.name = sample.name
        #expect(
          try Inference.infer([.chunks { chunks.next() }], options).draft == whole, "\(sample.name) \(size)")
      }
    }
  }

  @Test func `objects one after another, a list, and several samples are the same records`() throws {
    let list = try yaml([.string(#"[{"id": 1, "a": 2}, {"id": 2}]"#)])
    #expect(try yaml([.string("{\"id\": 1, \"a\": 2}\n{\"id\": 2}\n")]) == list)
    #expect(try yaml([.string(#"[{"id": 1, "a": 2}]"#), .string(#"[{"id": 2}]"#)]) == list)
  }

  @Test func `what is larger than the window is gone through piece by piece`() throws {
    let items = (0..<20_000).map { #"{"id": \#($0), "name": "number \#($0)", "parent": null}"# }
    let json = #"{"total": 20000, "answer": {"things": [\#(items.joined(separator: ", "))]}}"#
    let yaml = try yaml([.string(json)])
    #expect(yaml.contains("    answer.things: [Thing]\n"))
    #expect(yaml.contains("      parent: JSON?  # only null was seen\n"))
    let inner = try self.yaml([.string(json)]) { $0.path = ["answer", "things"] }
    #expect(inner.contains("      id: Int\n      name: String\n"))
  }

  @Test func `keys without number are data`() throws {
    let members = (0..<2000).map { #""k\#($0)": {"size": \#($0)}"# }
    let yaml = try yaml([.string(#"{"files": {\#(members.joined(separator: ","))}}"#)])
    #expect(yaml.contains("    files: {File}\n"))
    #expect(yaml.contains("      key: { type: String, ImportName: $key }\n      size: Int\n"))
  }

  @Test func `the same records that differ from list to list count within their parent`() throws {
    let json = """
      [{"id": 1, "lines": [{"id": 1, "what": "a", "count": 3}, {"id": 2, "what": "b", "count": 4}]},
       {"id": 2, "lines": [{"id": 1, "what": "c", "count": 5}, {"id": 2, "what": "d", "count": 6}]}]
      """
    let inferred = try Inference.infer([.string(json)])
    #expect(inferred.draft.yaml().contains("  Line:\n    PrimaryKey: [record, id]\n"))
    let imported = try Imported(inferred, .string(json))
    #expect(try imported.database.rows(of: "Line") == 4)
  }

  @Test func `kinds with members of their own extend one entity`() throws {
    let json = """
      [{"type": "image", "id": 1, "at": "2020-01-01T00:00:00Z", "width": 3, "height": 4, "format": "png"},
       {"type": "video", "id": 2, "at": "2020-01-01T00:00:00Z", "duration": 3.5, "codec": "x", "rate": 4000}]
      """
    let inferred = try Inference.infer([.string(json)])
    let yaml = inferred.draft.yaml()
    #expect(yaml.contains("    Discriminator: { key: type, values: { image: Image, video: Video } }\n"))
    #expect(yaml.contains("  Video:\n    extends: Record\n    attributes:\n      duration: Double\n"))
    let imported = try Imported(inferred, .string(json))
    #expect(imported.report.unknownKeys.isEmpty && imported.report.skipped.isEmpty)
  }

  @Test func `records are called as their file, without the words of their server`() throws {
    func name(_ file: String, _ url: String) throws -> String? {
      let json = #"[{"id": 1, "html_url": "\#(url)"}]"#
      return try Inference.infer([.string(json)], Inference.Options.named(file)).draft.entities.first?.name
    }
    #expect(try name("github-issues", "https://github.com/a/b/issues/1") == "Issue")
    #expect(try name("github-issues", "https://example.com/1") == "GithubIssue")
    #expect(try name("github", "https://github.com/a") == "Github")
  }

  @Test func `acronyms in a row are in capitals where the key is beside the name`() throws {
    let json =
      #"[{"id": 1, "head_html_url": "a", "_links": {"api_html_url": "b", "of": {"id": 2, "name": "x"}}}]"#
    #expect(
      try yaml([.string(json)]).contains(
        """
              headHTMLUrl: String
              apiHTMLURL: { type: String, ImportName: _links.api_html_url }

        """))
  }

  @Test func `relationships that are not each other's inverse say so`() throws {
    let json = """
      [{"id": 1, "owner": {"id": 10, "login": "a", "favorite": 2, "pinned": [{"id": 2, "owner": null, "size": 1}]},
        "size": 3}]
      """
    let inferred = try Inference.infer([.string(json)])
    let imported = try Imported(inferred, .string(json))
    #expect(imported.report.unknownKeys.isEmpty)
  }

  @Test(arguments: ["", "[]", "[1, 2]", "3", "{\"a\": 1} [2]", "[{\"a\": 1}"])
  func `what has no records is refused`(_ json: String) {
    #expect(throws: SampleFailure.self) { try Inference.infer([.string(json)]) }
  }

  @Test(arguments: [
    (#"[{"id": 1, "a": 1, "a": 2}, {"id": 2}]"#, "a: Int?"),
    (
      #"[{"id": 1, "a": 1, "a": 2, "t": "\#(String(repeating: "x", count: 300_000))"}, {"id": 2, "t": ""}]"#,
      "a: Int?"
    ),
    ("[{\"id\": 1, \"caf\u{e9}\": 1}, {\"id\": 2, \"cafe\u{301}\": 2}]", "caf\u{e9}: Int?"),
  ])
  func `a key that an object has twice is still missing in another`(json: String, line: String) throws {
    let inferred = try Inference.infer([.string(json)])
    #expect(inferred.draft.yaml().contains("      \(line)"))
    let imported = try Imported(inferred, .string(json))
    #expect(imported.report.entities.values.reduce(0) { $0 + $1.inserted } == 2)
  }
}

extension Inference.Options {
  fileprivate static func named(_ name: String) -> Inference.Options {
    var options = Inference.Options()
    options.name = name
    return options
  }
}

/// Bytes in pieces.
private final class Chunks: @unchecked Sendable {
  private let bytes: [UInt8]
  private let size: Int
  private var start = 0

  init(_ bytes: [UInt8], _ size: Int) { (self.bytes, self.size) = (bytes, size) }

  func next() -> [UInt8]? {
    if start >= bytes.count { return nil }
    defer { start += size }
    return Array(bytes[start..<min(start + size, bytes.count)])
  }
}
