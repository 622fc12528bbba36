import Foundation
import Hardest
import Rowsmith
import TestSupport
import Testing

@Suite struct HardestTests {
  /// What the app implements.
  private final class App: HardestTransforms, EverythingHooks, EventHooks {
    let seen = Guarded<[String]>([])

    func decodeReverse(_ json: JSONValue) throws -> String? { json.string.map { String($0.reversed()) } }
    func encodeReverse(_ value: String) throws -> JSONValue { .string(String(value.reversed())) }
    func decodeReverse(_ json: JSONValue) throws -> Int { -(json.int ?? 0) }
    func encodeReverse(_ value: Int) throws -> JSONValue { JSONValue(-value) }
    func decodeToCents(_ json: JSONValue) throws -> Decimal { Decimal(json.double ?? 0) * 100 }
    func encodeToCents(_ value: Decimal) throws -> JSONValue { .number("\(value / 100)") }
    func shouldImport(_ json: JSONValue) throws -> Bool { json["id"] != 99 }
    func willImport(_ json: inout JSONValue) throws { json["string"] = "from a hook" }
    func didImport(_ record: Everything) throws { seen.withLock { $0.append("Everything \(record.id)") } }
    func didImport(_ record: Event) throws { seen.withLock { $0.append("Event \(record.name)") } }
  }

  private let app = App()

  private func database() throws -> Database {
    try Database(HardestModel(transforms: app, everythingHooks: app, eventHooks: app))
  }

  @Test func `every type comes back as it was sent`() throws {
    let database = try database()
    let json = #"""
      [{"id": 1, "double": 0.1, "decimal": "123456789.123456789", "bool": false, "string": "", "date": 966950880250,
        "uuid": "A4F0C9E2-0000-4000-8000-000000000001", "url": "https://example.org/", "data": "AP8=",
        "json": {"a": [1, null]}, "status": "2nd try", "optional_int": null, "optional_string": " x ",
        "optional_date": "Tue, 22 Aug 2000 13:28:00 GMT", "optional_status": "who knows", "optional_json": null,
        "ints": [1, -2], "doubles": [1, 2.5], "decimals": ["1.10", 2], "bools": [true, false],
        "strings": ["a\"b", "é\n"], "dates": ["2000-08-22T13:28:00Z"],
        "uuids": ["a4f0c9e2-0000-4000-8000-000000000001"], "urls": ["https://a/"], "datas": ["/w=="],
        "statuses": ["C++", "new"], "optional_ints": null, "reversed": "abc", "doubled": 5, "cents": 1.5},
       {"id": 99}]
      """#
    let report = try database.store.importJSON(.string(json), into: .entity("Everything"))
    #expect(report.entities["Everything"]?.inserted == 1)
    let record = try #require(try database.all(Everything.self).first)
    #expect(
      record
        == Everything(
          id: 1, double: 0.1, decimal: try #require(Decimal(string: "123456789.123456789")), bool: false,
          string: "from a hook", date: Date(timeIntervalSince1970: 966_950_880.25),
          uuid: try #require(UUID(uuidString: "A4F0C9E2-0000-4000-8000-000000000001")),
          url: try #require(URL(string: "https://example.org/")), data: Data([0, 255]),
          json: JSONText(#"{"a":[1,null]}"#), status: ._2ndTry, optionalInt: nil, optionalString: "x",
          optionalDate: Date(timeIntervalSince1970: 966_950_880), optionalJSON: nil,
          optionalStatus: .unlisted("who knows"), ints: [1, -2], doubles: [1, 2.5],
          decimals: [try #require(Decimal(string: "1.1")), 2],
          bools: [true, false], strings: ["a\"b", "é\n"], dates: [Date(timeIntervalSince1970: 966_950_880)],
          uuids: [try #require(UUID(uuidString: "A4F0C9E2-0000-4000-8000-000000000001"))],
          urls: [try #require(URL(string: "https://a/"))], datas: [Data([255])],
          statuses: [.c, .unlisted("new")],
          optionalInts: nil, reversed: "cba", doubled: -5, cents: 150))
    #expect(app.seen.withLock { $0 } == ["Everything 1"])
  }

  @Test func `keys of several parts, families and names like the runtime's come back`() throws {
    let database = try database()
    let json = #"""
      {"records": [{"id": 1, "key": "k", "row": "r", "index": 2, "stored_values": ["v"], "reference": "ref",
          "columns": [{"name": "c", "status": "IN_REVIEW"}]}],
       "sizes": {"Weg": {"数": 3, "имя": "и", "caf\u00e9": {"crème": "x"}, "ελλάδα": []}},
       "struct": {"class": 1, "default": true, "await": false, "in": null}}
      """#
    _ = try database.store.importJSON(.string(json), into: .document("default"))
    _ = try database.store.importJSON(
      .string(
        #"[{"index": 4, "text": "t", "column": {"record": 1, "name": "c"}, "cells": [{"value": [1]}]}]"#),
      into: .entity("Row"))
    _ = try database.store.importJSON(
      .string(#"[{"kind": "Truck", "country": "D", "plate": "B 1", "doors": 2, "owner": "Weg"}]"#),
      into: .entity("Vehicle"))
    let column = Column.ID(record: 1, name: "c")
    #expect(
      try database.all(Record.self) == [
        Record(id: 1, key: "k", row: "r", index: 2, storedValues: ["v"], reference: "ref")
      ])
    #expect(try database.all(Column.self) == [Column(name: "c", status: .inReview, record: 1)])
    #expect(try database.all(Row.self) == [Row(index: 4, text: "t", column: Reference(column))])
    #expect(try database.all(ToMany.self).map(\.id.key) == [Row.ID(column: Reference(column), index: 4)])
    #expect(try database.all(Größe.self) == [Größe(straße: "Weg", 数: 3, имя: "и", café: "x")])
    let word = try #require(try database.all(`struct`.self).first)
    #expect(word.default == true && word.await == false && word.in == nil)
    let truck = try #require(try database.all(Truck.self, table: "Vehicle").first)
    #expect(truck == Truck(country: "D", plate: "B 1", wheels: 4, doors: 2, owner: "Weg"))
    #expect(truck.id == Vehicle.ID(country: "D", plate: "B 1"))
    #expect(try database.all(Vehicle.self).map(\.id) == [truck.id])
  }

  @Test func `records without a key are told apart by the database`() throws {
    let database = try database()
    _ = try database.store.importJSON(
      .string(#"[{"text": "a", "replies": [{"text": "a"}]}, {"text": "a"}]"#), into: .entity("Note"))
    _ = try database.store.importJSON(.string(#"{"name": "e"}"#), into: .entity("Event"))
    #expect(Set(try database.all(Note.self).map(\.id)).count == 3)
    #expect(try database.all(Event.self) == [Event(name: "e")])
    #expect(app.seen.withLock { $0 } == ["Event e"])
  }

  @Test func `two hundred attributes are read, each from its own column`() throws {
    let database = try database()
    let json =
      #"{"id": 1, "attribute_number1": "one", "attribute_number199": [199], "attribute_number110": 110}"#
    _ = try database.store.importJSON(
      .string(json), into: .entity(AnEntityWithAVeryLongNameAndWithVeryManyAttributes.entityName))
    let record = try #require(try database.all(AnEntityWithAVeryLongNameAndWithVeryManyAttributes.self).first)
    #expect(record.attributeNumber1 == "one")
    #expect(record.attributeNumber110 == 110)
    #expect(record.attributeNumber199 == JSONText("[199]"))
    #expect(AnEntityWithAVeryLongNameAndWithVeryManyAttributes.columnNames.count == 200)
  }
}
