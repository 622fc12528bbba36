import Foundation
import Rowsmith
import Testing

/// Documents that arrive in chunks.
@Suite struct JSONSpoolTests {
  private static let model = "entities: { Item: { attributes: { id: Int, text: String } } }"

  @Test(arguments: [1, 100, 1 << 20])
  func `what arrives in chunks is imported, from memory or from a file`(limit: Int) async throws {
    let scenario = try ImportScenario(
      "defaults: { MergePolicy: Merge }\n" + JSONSpoolTests.model, comparingReference: false)
    let json = "[" + (0..<200).map { #"{"id":\#($0),"text":"é\#($0)"}"# }.joined(separator: ",") + "]"
    let spool = JSONSpool(memoryLimit: limit)
    var rest = Data(json.utf8)
    while !rest.isEmpty {
      try spool.append(rest.prefix(7))
      rest = rest.dropFirst(7)
    }
    #expect(spool.count == json.utf8.count)
    let source = try spool.source()
    let report = try await scenario.test.store.importJSON(source, into: .entity("Item"))
    #expect(report.entities["Item"]?.inserted == 200)
    #expect(report.bytes == json.utf8.count)
    // It can be read again.
    let again = try await scenario.test.store.importJSON(source, into: .entity("Item"))
    #expect(again.entities["Item"]?.unchanged == 200)
  }

  @Test(arguments: [64 * 1024, 8 << 20])
  func `a document in several pieces is read as one, and its faults are at their lines`(limit: Int) throws {
    let scenario = try ImportScenario(
      "defaults: { MergePolicy: Merge }\n" + JSONSpoolTests.model, comparingReference: false)
    let lines = (0..<5000).map { "{\"id\": \($0), \"text\": \"some more text \u{E9}\($0)\"}\n" }
    func source(_ end: String) throws -> JSONSource {
      let spool = JSONSpool(memoryLimit: limit)
      for line in lines + [end] { try spool.append(Data(line.utf8)) }
      return try spool.source()
    }
    let store = scenario.test.store
    let error = #expect(throws: ImportError.self) {
      try store.importJSON(source("{\"id\": true}"), into: .entity("Item"))
    }
    #expect(error?.line == 5001)
    let whole = try source("")
    for isAgain in [false, true] {
      let report = try store.importJSON(whole, into: .entity("Item"))
      #expect(report.bytes == lines.reduce(0) { $0 + $1.utf8.count })
      let counts = report.entities["Item"]
      #expect((isAgain ? counts?.unchanged : counts?.inserted) == 5000)
    }
  }

  @Test func `bytes behind the end are refused`() throws {
    let spool = JSONSpool()
    try spool.append(Data("[]".utf8))
    _ = try spool.source()
    let error = #expect(throws: JSONError.self) { try spool.append(Data("[]".utf8)) }
    #expect(
      error?.message
        == "bytes came after the end of a document: the spool has returned its source already")
    #expect(spool.count == 2)
  }

  @Test func `pages that arrive at the same time are kept apart, and imported together`() async throws {
    let scenario = try ImportScenario(
      "defaults: { MergePolicy: Merge }\n" + JSONSpoolTests.model, comparingReference: false)
    let spools = (0..<4).map { _ in JSONSpool(memoryLimit: 64) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (page, spool) in spools.enumerated() {
        group.addTask {
          for chunk in ["[", #"{"id":\#(page),"#, #""text":"\#(String(repeating: "x", count: 100))"}"#, "]"] {
            try spool.append(Data(chunk.utf8))
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    let sources = try spools.enumerated().map { try $1.source(named: "page \($0 + 1)") }
    let report = try await scenario.test.store.importJSON(sources, into: .entity("Item"))
    #expect(report.entities["Item"]?.inserted == 4)
    #expect(sources.map(\.name) == ["page 1", "page 2", "page 3", "page 4"])
  }

  @Test func `one document from a file is imported into several stores at once`() async throws {
    let scenarios = try (0..<3).map { _ in
      try ImportScenario(
        "defaults: { MergePolicy: Merge }\n" + JSONSpoolTests.model, comparingReference: false)
    }
    let spool = JSONSpool()
    for id in 0..<40_000 { try spool.append(Data("{\"id\": \(id), \"text\": \"some text\"}\n".utf8)) }
    let source = try spool.source()
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for store in scenarios.map(\.test.store) {
        group.addTask { try await store.importJSON(source, into: .entity("Item")).entities["Item"]?.inserted }
      }
      for try await count in group { #expect(count == 40_000) }
    }
  }
}
