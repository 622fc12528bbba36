import Rowsmith
import Testing

/// Values that fall back where a document overwrites rows whole, with more columns than fit into one word of a set.
@Suite struct WideReplaceTests {
  private static let width = 150

  private static let wide = """
    defaults: { MergePolicy: Merge }
    entities:
      Wide:
        attributes:
          id: Int
    \((0..<width).map { "      a\($0): { type: Int, default: \($0) }" }.joined(separator: "\n"))
    """

  private static func object(_ values: [Int: Int]) -> String {
    let members = values.sorted { $0.key < $1.key }.map { ",\"a\($0.key)\":\($0.value)" }
    return "{\"id\":1\(members.joined())}"
  }

  private func row(_ scenario: ImportScenario) throws -> [Int] {
    let sum = (0..<Self.width).map { "a\($0)" }.joined(separator: ", ")
    return try scenario.test.reader.rows("SELECT \(sum) FROM Wide")[0].map { cell in
      guard case .integer(let value) = cell else { return -1 }
      return Int(value)
    }
  }

  @Test(arguments: [[0], [62, 63], [64, 65], [127, 128], [149], [1, 63, 64, 127, 128, 140]])
  func `what is not given falls back, whatever its place among many columns`(given: [Int]) throws {
    let scenario = try ImportScenario(Self.wide, comparingReference: false)
    try scenario.importJSON(
      Self.object(Dictionary(uniqueKeysWithValues: (0..<Self.width).map { ($0, -7) })), into: "Wide")
    let values = Dictionary(uniqueKeysWithValues: given.map { ($0, 1000 + $0) })
    let report = try scenario.importJSON(Self.object(values), into: "Wide") { $0.policy = .replace }
    #expect(report.entities["Wide"]?.updated == 1)
    #expect(try row(scenario) == (0..<Self.width).map { values[$0] ?? $0 })
  }

  @Test func `what several mentions give stays, the rest falls back`() throws {
    let scenario = try ImportScenario(Self.wide, comparingReference: false)
    try scenario.importJSON(
      Self.object(Dictionary(uniqueKeysWithValues: (0..<Self.width).map { ($0, -7) })), into: "Wide")
    let mentions = [[0: 1, 70: 2], [70: 3, 149: 4], [64: 5]].map(Self.object).joined(separator: ",")
    try scenario.importJSON("[\(mentions)]", into: "Wide") { $0.policy = .replace }
    let given = [0: 1, 70: 3, 149: 4, 64: 5]
    #expect(try row(scenario) == (0..<Self.width).map { given[$0] ?? $0 })
  }
}
