import Foundation
import TestSupport
import Testing

/// The commands of a page, one after another in one folder, as a reader would run them.
@Suite struct CommandRunTests {
  /// Documents that pages name without showing them.
  private static let documents = [
    "answer.json": #"{"data": {"items": [{"name": "Japan", "formed": 1974}]}}"#,
    "page1.json": #"[{"name": "Japan", "formed": 1974}]"#,
    "page2.json": #"[{"name": "XTC", "formed": 1972}]"#,
    "new.json": #"[{"id": 1, "number": 7, "milestone_title": "1.0"}]"#,
    "bands.csv": "name,formed\nJapan,1974\n",
    "prices.json": #"{"EUR": {"name": "Euro", "symbol": "€"}}"#,
    "albums.json": #"[{"name": "Tin Drum", "released": "1981-11-13T00:00:00Z"}]"#,
    "login.json": #"{"username": "ann", "password": "secret"}"#,
  ]

  /// Where the samples say that the test server is.
  private static let server = "http://127.0.0.1:8000"

  /// Where they say that a Kinto is.
  private static let kinto = "http://127.0.0.1:8888/v1"

  private static let pages = Repository.pages.filter { page in
    Sample.all("sh").contains { $0.page == page && $0.text.contains("rowsmith ") }
  }

  @Test(arguments: pages) func `the commands of a page do their work`(page: String) async throws {
    let scratch = try ScratchFolder()
    for (name, text) in Self.documents {
      try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.file(name)))
    }
    let schemas = Repository.root.appendingPathComponent("Schemas").path
    for folder in ["Schemas", "Tests"] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.file(folder),
        withDestinationPath: Repository.root.appendingPathComponent(folder).path)
    }
    try FileManager.default.copyItem(
      atPath: schemas + "/Documents/github-issues.json", toPath: scratch.file("issues.json"))
    try FileManager.default.copyItem(
      atPath: Repository.root.appendingPathComponent("Tests/Fixtures/Server.yml").path,
      toPath: scratch.file("Server.yml"))
    // The server of the samples, at the port that it has here.
    let needsServer = Sample.all("sh").contains { $0.page == page && $0.text.contains(Self.server) }
    let server = needsServer ? try await TestServer.start(["--seed", "10"]) : nil
    let needsKinto = Sample.all("sh").contains { $0.page == page && $0.text.contains(Self.kinto) }
    let kinto = needsKinto ? try await TestKinto.start(.memory) : nil
    try writeFiles(of: page, to: scratch)
    for sample in Sample.all("sh") where sample.page == page {
      let commands = sample.text.split(separator: "\n").map {
        $0.replacing("swift run -c release ", with: "")
      }
      .filter { $0.hasPrefix("rowsmith ") }
      for command in commands.map({
        $0.replacing(Self.server, with: server?.place.url ?? Self.server)
          .replacing(Self.kinto, with: kinto?.url ?? Self.kinto)
      }) {
        let outcome = try run(String(command.dropFirst("rowsmith ".count)), in: scratch)
        #expect(outcome.isSuccess, "\(command)\n\(outcome.text)")
        if let next = sample.next, next.language == "text", next.tag == "output", commands.count == 1 {
          #expect(Self.withoutTime(outcome.text) == Self.withoutTime(next.text))
          if let model = next.next, model.tag == "inferred" {
            let made = try String(contentsOfFile: scratch.file("feed.yml"), encoding: .utf8)
            #expect(made.contains(model.text))
          }
        }
      }
    }
  }

  /// The names that a page gives the model and the documents that it shows, in their order.
  private static let files = [
    "ToDo.md": [
      "yaml": ["Sources/TodoApp/TodoApp.yml"], "json": ["todos.json", "one.json", "two.json"],
    ]
  ]

  @Test func `the README begins with what one command prints and writes`() throws {
    let first = try #require(Sample.all("sh").first { $0.page == "README.md" })
    #expect(first.text.contains("rowsmith import") && first.next?.tag == "output")
    #expect(first.next?.next?.tag == "inferred")
  }

  /// What is printed without how long it took, which is another time each time.
  private static func withoutTime(_ text: String) -> String {
    text.replacing(/in [0-9.]+ s, [0-9.]+ [kMG]?B\/s/, with: "in … s")
  }

  /// Writes what a page shows to the files that it is in.
  private func writeFiles(of page: String, to scratch: ScratchFolder) throws {
    for (language, names) in Self.files[String(page.split(separator: "/").last ?? "")] ?? [:] {
      for (name, sample) in zip(names, Sample.all(language).filter { $0.page == page }) {
        let url = URL(fileURLWithPath: scratch.file(name))
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(sample.text.utf8).write(to: url)
      }
    }
  }

  private func run(_ arguments: String, in scratch: ScratchFolder) throws -> (text: String, isSuccess: Bool) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "\"$0\" \(arguments)", Self.executable.path]
    process.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
    process.standardInput = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(["ROWSMITH_PASSWORD": "secret"]) { $1 }
    let text = try process.printed()
    return (text, process.terminationStatus == 0)
  }

  /// The program, built beside the tests.
  private static let executable: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let tests = bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appendingPathComponent("rowsmith")
  }()
}
