import CSQLite
import Foundation
import Testing

@testable import Rowsmith

/// The deepest document, on stacks of different sizes.
@Suite struct ImportStackTests {
  private static let small = 512 * 1024
  /// Hardly more than what an import is run with on the caller's thread.
  private static let sufficient = ImportThread.neededStack + 128 * 1024

  /// Every way in which records nest in each other: to-one, to-many over an inverse, and over a link table.
  private static let model = """
    defaults: { MergePolicy: Replace }
    entities:
      Node:
        attributes: { id: Int }
        relationships:
          child: { to: Node?, inverse: parent }
          parent: Node?
          items: { to: [Node], inverse: list, ordered: true }
          list: Node?
          links: { to: [Node], inverse: none, ordered: true }
    """

  /// Records in each other, as deep as JSON may nest.
  private func document(_ key: String, levels: Int) -> String {
    let isList = key != "child"
    let open = (1...levels).map { #"{"id":\#($0),"\#(key)":\#(isList ? "[" : "")"# }.joined()
    return open + #"{"id":0}"# + String(repeating: isList ? "]}" : "}", count: levels)
  }

  /// Runs the body on a thread with a stack of that size.
  private func onThread<Result>(stackSize: Int, _ body: @escaping () throws -> Result) throws -> Result {
    nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
    nonisolated(unsafe) let body = body
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      result = Swift.Result { try body() }
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
    return try #require(result).get()
  }

  @Test(arguments: [small, sufficient], ["child", "items", "links"])
  func `the deepest document is imported on any stack`(stackSize: Int, key: String) throws {
    for policy in [InvalidRecordPolicy.fail, .skip] {
      let scenario = try ImportScenario(ImportStackTests.model, comparingReference: false)
      let levels = key == "child" ? 126 : 63
      let text = document(key, levels: levels)
      // Once to insert, once to look up.
      for _ in 0..<2 {
        let report = try onThread(stackSize: stackSize) {
          try scenario.importJSON(text, into: .entity("Node")) { $0.onInvalid = policy }
        }
        #expect(report.skipped == [])
      }
      try scenario.expect("SELECT count(*) FROM Node", "\(levels + 1)")
    }
  }

  @Test
  func `an import runs on the thread of its caller where the stack is large enough`() throws {
    for (stackSize, isSame) in [(ImportStackTests.small, false), (ImportStackTests.sufficient, true)] {
      let scenario = try ImportScenario(ImportStackTests.model, comparingReference: false)
      let store = scenario.test.store
      let (caller, importer) = try onThread(stackSize: stackSize) {
        nonisolated(unsafe) var importer: Thread?
        var options = ImportOptions()
        options.progress = { _ in importer = Thread.current }
        try store.importJSON(.string(#"{"id":1}"#), into: .entity("Node"), options: options)
        return (Thread.current, importer)
      }
      #expect((importer === caller) == isSame)
    }
  }

  @Test
  func `a thread knows how much stack it has left`() throws {
    let left = try onThread(stackSize: ImportStackTests.small) { rowsmith_stack_left() }
    #expect(left > 0)
    #expect(left < ImportStackTests.small)
  }
}
