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

  @Test func `bytes behind the end are refused`() throws {
    let spool = JSONSpool()
    try spool.append(Data("[]".utf8))
    _ = try spool.source()
    #expect(throws: JSONError.self) { try spool.append(Data("[]".utf8)) }
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
