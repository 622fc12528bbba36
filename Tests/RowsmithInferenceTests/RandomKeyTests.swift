import Rowsmith
import RowsmithInference
import RowsmithModel
import TestSupport
import Testing

/// Records in lists and alone whose keys repeat at random, while all other values are different: whatever the model takes for a
/// key, nothing is lost without a word.
@Suite struct RandomKeyTests {
  @Test func `records that share what looks like a key lose nothing`() {
    var failures = 0
    for seed in TrialSeeds(rounds: 150).seeds {
      var documents = KeyDocuments(seed: seed)
      let document = documents.next()
      do {
        guard let mismatch = try RandomSampleTests.mismatch(document) else { continue }
        Issue.record("ROWSMITH_SEED=\(seed)\n\(document)\n#! \(mismatch)")
      } catch { Issue.record("ROWSMITH_SEED=\(seed)\n\(document)\n#! \(error)") }
      failures += 1
      if failures == TrialSeeds.failures { break }
    }
  }
}

/// Documents with records that have few different keys; every other value is there once.
private struct KeyDocuments {
  private var draws: Draws
  private var values = 0

  init(seed: UInt64) { draws = Draws(seed: seed) }

  mutating func next() -> String {
    let isNested = draws.below(3) == 0
    let inner = shape(), other = shape()
    let members = (1...(1 + draws.below(5))).map { owner in
      var text = "{\"id\": \"o\(owner)\", \"\(inner.name)\": \(place(inner, other, isNested))"
      if draws.below(3) == 0 { text += ", \"\(other.name)s\": \(place(other, nil, false))" }
      return text + "}"
    }
    return "[\(members.joined(separator: ",\n"))]"
  }

  private struct Shape {
    var name: String
    var key: String
    var isList: Bool
    var isNumber: Bool
    var range: Int
    var contents: [Int]
    var constants: Int
  }

  private static let keys = [
    "id", "uuid", "pk", "key", "code", "name", "part_id", "part_number", "url", "number", "self",
  ]

  private mutating func pick<Element>(_ all: [Element]) -> Element { all[draws.below(all.count)] }

  private mutating func shape() -> Shape {
    Shape(
      name: pick(["part", "line", "author", "prop", "element", "item"]),
      key: pick(Self.keys),
      isList: draws.below(3) > 0, isNumber: draws.below(2) == 0, range: 1 + draws.below(6),
      contents: (0..<(1 + draws.below(3))).map { _ in draws.below(6) }, constants: draws.below(4))
  }

  private mutating func place(_ shape: Shape, _ other: Shape?, _ isNested: Bool) -> String {
    if !shape.isList { return record(shape, other, isNested) }
    let records = (0..<draws.below(5)).map { _ in record(shape, other, isNested) }
    return "[\(records.joined(separator: ", "))]"
  }

  private mutating func record(_ shape: Shape, _ other: Shape?, _ isNested: Bool) -> String {
    let key = draws.below(shape.range)
    var members = ["\"\(shape.key)\": \(shape.isNumber ? "\(key)" : "\"k\(key)\"")"]
    for constant in 0..<shape.constants { members.append("\"c\(constant)\": true") }
    for (index, content) in shape.contents.enumerated() {
      members.append("\"m\(index)\": \(self.content(content))")
    }
    if isNested, let other { members.append("\"\(other.name)\": \(place(other, nil, false))") }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func content(_ kind: Int) -> String {
    values += 1
    return switch kind {
    case 0, 1: "\"v\(values)\""
    case 2: "[\"v\(values)\"]"
    case 3: "{\"a\": \"v\(values)\"}"
    case 4: "[{\"a\": \"v\(values)\"}]"
    default: "null"
    }
  }
}
