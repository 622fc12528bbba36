import Foundation
import Places
import Rowsmith
import Testing

/// The members of a JSON column: each kind of value is compared with its own kind only.
struct JSONMemberTests {
  /// One visitor for each value of the member `v`, called like the value.
  private static let values = [
    #""5""#, "5", "5.0", "5.5", "true", "false", "1", "0", "null", #""""#, #""true""#, #"[5]"#, #"{"w":5}"#,
    "-1",
  ]

  private let store: Store

  init() throws {
    store = try Store(.memory, model: PlacesModel())
    let place = #""birth": {"place": {"lat": 1, "lng": 2}}, "former": []"#
    var people = Self.values.enumerated().map { index, value in
      let name = value.replacing("\"", with: "'")
      return #"{"id": \#(index), "name": "\#(name)", \#(place), "payload": {"v": \#(value)}}"#
    }
    people.append(#"{"id": 97, "name": "empty", \#(place), "payload": {}}"#)
    people.append(#"{"id": 98, "name": "array", \#(place), "payload": [{"v": 5}, [7, 8]]}"#)
    people.append(#"{"id": 99, "name": "none", \#(place), "payload": null}"#)
    try store.importJSON(.string("[\(people.joined(separator: ","))]"), into: .entity("Person"))
  }

  private func names(_ condition: @Sendable (Person.Columns.Type) -> Condition<Person>) throws -> [String] {
    try store.fetch(Person.filter(condition)).map(\.name)
  }

  @Test func `it equals a value of its own kind`() throws {
    #expect(try names { $0.payload["v"] == 5 } == ["5", "5.0"])
    #expect(try names { $0.payload["v"] == 5.0 } == ["5", "5.0"])
    #expect(try names { $0.payload["v"] == 5.5 } == ["5.5"])
    #expect(try names { $0.payload["v"] == "5" } == ["'5'"])
    #expect(try names { $0.payload["v"] == "" } == ["''"])
    #expect(try names { $0.payload["v"] == true } == ["true"])
    #expect(try names { $0.payload["v"] == "true" } == ["'true'"])
    #expect(try names { $0.payload["v"] == false } == ["false"])
    #expect(try names { $0.payload["v"] == 1 } == ["1"])
    #expect(try names { $0.payload["v"] == 0 } == ["0"])
    #expect(try names { $0.payload["v"] == "[5]" } == [])
    #expect(try names { $0.payload["v"] == #"{"w":5}"# } == [])
    #expect(try names { $0.payload["v"] == "null" } == [])
  }

  @Test func `it is less and greater than values of its own kind only`() throws {
    #expect(try names { $0.payload["v"] < 1 } == ["0", "-1"])
    #expect(try names { $0.payload["v"] <= 1 } == ["1", "0", "-1"])
    #expect(try names { $0.payload["v"] > 5 } == ["5.5"])
    #expect(try names { $0.payload["v"] >= 5 } == ["5", "5.0", "5.5"])
    #expect(try names { $0.payload["v"] < "6" } == ["'5'", "''"])
    #expect(try names { $0.payload["v"] > "5" } == ["'true'"])
  }

  @Test func `it is one of several`() throws {
    #expect(try names { $0.payload["v"].isIn([0, 1]) } == ["1", "0"])
    #expect(try names { $0.payload["v"].isIn(["5", "true"]) } == ["'5'", "'true'"])
    #expect(try names { $0.payload["v"].isIn([true]) } == ["true"])
    #expect(try names { $0.payload["v"].isIn([Int]()) } == [])
  }

  @Test func `another value, another kind and none are all unequal, as in Swift`() throws {
    let all = try store.fetch(Person.all).map(\.name)
    #expect(try names { $0.payload["v"] != 5 } == all.filter { !["5", "5.0"].contains($0) })
    #expect(try names { !($0.payload["v"] == true) } == all.filter { $0 != "true" })
    #expect(try names { !($0.payload["v"] < 1) } == all.filter { !["0", "-1"].contains($0) })
  }

  @Test func `it is nil where it is null, is missing, or there is no JSON`() throws {
    #expect(try names { $0.payload["v"] == nil } == ["null", "empty", "array", "none"])
    #expect(try names { $0.payload["v"] != nil }.count == Self.values.count - 1)
    #expect(try names { $0.payload["v.w"] != nil } == ["{'w':5}"])
  }

  @Test func `a number in the path is an index into an array`() throws {
    #expect(try names { $0.payload["v.0"] == 5 } == ["[5]"])
    #expect(try names { $0.payload["0.v"] == 5 } == ["array"])
    #expect(try names { $0.payload["1.1"] == 8 } == ["array"])
    #expect(try names { $0.payload["1.2"] != nil } == [])
  }

  @Test func `it is one of thousands`() throws {
    #expect(try names { $0.payload["v"].isIn(0..<5000) } == ["5", "5.0", "1", "0"])
    #expect(
      try names { columns in (0..<500).reduce(.never) { $0 || columns.payload["v"] == $1 } }
        == ["5", "5.0", "1", "0"])
  }

  @Test func `it is found however the JSON spells its key`() throws {
    let place = #""birth": {"place": {"lat": 1, "lng": 2}}, "former": []"#
    try store.importJSON(
      .string(
        #"[{"id": 50, "name": "escaped", \#(place), "payload": {"gr\u00f6\u00dfe": 5, "a\/b": {"\u0063": "\u00e9"}}}]"#
      ),
      into: .entity("Person"))
    #expect(try names { $0.payload["größe"] == 5 } == ["escaped"])
    #expect(try names { $0.payload["a/b.c"] == "é" } == ["escaped"])
  }

  @Test func `a number in the path is also a key of an object, as in an import`() throws {
    let place = #""birth": {"place": {"lat": 1, "lng": 2}}, "former": []"#
    try store.importJSON(
      .string(#"{"id": 51, "name": "years", \#(place), "payload": {"2024": 7, "w": {"0": [8, {"1": 9}]}}}"#),
      into: .entity("Person"))
    #expect(try names { $0.payload["2024"] == 7 } == ["years"])
    #expect(try names { $0.payload["w.0.0"] == 8 } == ["years"])
    #expect(try names { $0.payload["w.0.1.1"] == 9 } == ["years"])
  }
}
