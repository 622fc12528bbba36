import Foundation
import Bands
import Rowsmith
import TestSupport
import Testing

/// What is around the records, which records, and where the bytes go.
struct ExportOptionsTests {
  private func things() throws -> ModelStore {
    let model = try ModelStore("entities: { Thing: { attributes: { id: Int, v: JSON? } } }")
    try model.importJSON(
      #"[{"id": 2, "v": {"a": [], "b": {}, "c": ["x]\"", {"d": null}]}}, {"id": 1}]"#, "Thing")
    return model
  }

  @Test
  func `an array on one line, in the order of the keys`() throws {
    let (json, report) = try things().exportAndReport("Thing")
    #expect(json == #"[{"id":1},{"id":2,"v":{"a":[],"b":{},"c":["x]\"",{"d":null}]}}]"#)
    #expect(report.records == 2)
    #expect(report.bytes == json.utf8.count + 1)
    #expect(report.notes == [])
  }

  @Test
  func `one record on each line`() throws {
    #expect(
      try things().export("Thing") { $0.layout = .lines }
        == #"{"id":1}"# + "\n" + #"{"id":2,"v":{"a":[],"b":{},"c":["x]\"",{"d":null}]}}"#)
  }

  @Test
  func `an array on many lines`() throws {
    #expect(
      try things().export("Thing") { $0.isPretty = true } == """
        [
          {
            "id": 1
          },
          {
            "id": 2,
            "v": {
              "a": [],
              "b": {},
              "c": [
                "x]\\"",
                {
                  "d": null
                }
              ]
            }
          }
        ]
        """)
  }

  @Test
  func `nothing is an empty array, and no line at all`() throws {
    let model = try ModelStore("entities: { Thing: { attributes: { id: Int } } }")
    #expect(try model.export("Thing") == "[]")
    #expect(try model.export("Thing") { $0.isPretty = true } == "[]")
    #expect(try model.exportAndReport("Thing") { $0.layout = .lines }.report.bytes == 0)
  }

  @Test
  func `records that are asked for come in that order`() throws {
    let model = try things()
    var text = ""
    try model.store.exportJSON(entity: "Thing", keys: [[.integer(2)], [.integer(1)]]) {
      text += String(decoding: $0, as: UTF8.self)
    }
    #expect(text.hasPrefix(#"[{"id":2,"#))
    let data = try ExampleStore.bands().exportJSON(Band.self, keys: ["Japan"])
    #expect(String(decoding: data, as: UTF8.self).hasPrefix(#"[{"name":"Japan","formed":1974,"#))
  }

  @Test
  func `a key that no record has is said before anything is written`() throws {
    let model = try things()
    var calls = 0
    let error = #expect(throws: ExportError.self) {
      try model.store.exportJSON(entity: "Thing", keys: [[.integer(1)], [.integer(3)]]) { _ in calls += 1 }
    }
    #expect(error == ExportError(.unknownKey, "there is no Thing with the key 3"))
    #expect(calls == 0)
  }

  @Test
  func `a key with too few or too many parts is refused, and not completed from another one`() throws {
    let model = try ModelStore(
      "entities: { Thing: { PrimaryKey: [a, b], attributes: { a: Int, b: Int } } }")
    try model.importJSON(#"[{"a": 1, "b": 2}, {"a": 3, "b": 2}]"#, "Thing")
    for key: [StoredValue] in [[.integer(3)], [.integer(3), .integer(2), .integer(1)]] {
      let error = #expect(throws: ExportError.self) {
        try model.store.exportJSON(entity: "Thing", keys: [[.integer(1), .integer(2)], key]) { _ in }
      }
      #expect(error?.reason == .unknownKey)
      #expect(error?.message.contains("has the parts a, b") == true)
    }
  }

  @Test
  func `an unknown entity is named with those that there are`() throws {
    let error = #expect(throws: ExportError.self) { try things().export("Thin") }
    #expect(error == ExportError(.unknownTarget, "the model has no entity 'Thin'; it has Thing"))
  }

  @Test
  func `what is written comes in pieces, however much it is`() throws {
    let model = try ModelStore("entities: { Thing: { attributes: { id: Int, text: String } } }")
    let text = String(repeating: "x", count: 100)
    let records = (1...5000).map { #"{"id":\#($0),"text":"\#(text)"}"# }
    try model.importJSON("[\(records.joined(separator: ","))]", "Thing")
    var (largest, whole) = (0, [UInt8]())
    try model.store.exportJSON(entity: "Thing") {
      largest = max(largest, $0.count)
      whole.append(contentsOf: $0)
    }
    #expect(String(decoding: whole, as: UTF8.self) == "[\(records.joined(separator: ","))]\n")
    #expect(largest < 70_000)
  }

  @Test
  func `an error of the receiver ends the export, and the store goes on`() throws {
    struct Full: Error {}
    let model = try things()
    #expect(throws: Full.self) { try model.store.exportJSON(entity: "Thing") { _ in throw Full() } }
    #expect(try model.importJSON(#"{"id": 3}"#, "Thing").entities["Thing"]?.inserted == 1)
  }

  @Test
  func `the same without blocking the caller`() async throws {
    let store = try ExampleStore.bands()
    let size = Guarded(0)
    let report = try await store.exportJSON(entity: "Album") { bytes in size.withLock { $0 += bytes.count } }
    #expect(report.bytes == size.withLock { $0 })
    #expect(report.records == 17)
  }

  @Test
  func `a cancelled task gets no JSON`() async throws {
    let store = try ExampleStore.bands()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.exportJSON(entity: "Album") { _ in }
    }
    let error = await #expect(throws: ExportError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
  }
}
