import Foundation
import Hardest
import RowsmithSchema
import Testing

@testable import Rowsmith

/// Keys of several columns, of every type, and of families.
struct HardKeyTests {
  private let model = HardestModel(transforms: App(), everythingHooks: App(), eventHooks: App())

  @Test
  func `numbers are added to columns with such names, and stay finite`() throws {
    let store = try Rowsmith.Store(.memory, model: model)
    try store.write { db in
      try db.insert(Größe(straße: "a", 数: 1, עברית: 0.5))
      try db.insert(Größe(straße: "b", 数: 2))
    }
    try store.write { db in
      _ = try db.update(Größe.all) { [$0.עברית.increment(by: 2), $0.数.increment(by: 40)] }
    }
    #expect(try store.fetch(Größe.all).map(\.עברית) == [2.5, nil])
    #expect(try store.fetch(Größe.all).map(\.数) == [41, 42])
    try store.write { db in
      _ = try db.update(Größe.all) { [$0.עברית.set(Double.greatestFiniteMagnitude)] }
    }
    let error = #expect(throws: StoreError.self) {
      try store.write { db in
        try db.update(Größe.all) { [$0.עברית.increment(by: .greatestFiniteMagnitude)] }
      }
    }
    #expect(error?.message.contains("finite") == true)
    #expect(try store.fetch(Größe.all).map(\.עברית) == [.greatestFiniteMagnitude, .greatestFiniteMagnitude])
  }

  @Test
  func `a number that is none equals nothing, not even an empty column`() throws {
    let store = try Rowsmith.Store(.memory, model: model)
    try store.write { db in
      try db.insert(Größe(straße: "a", 数: 1, עברית: 0.5))
      try db.insert(Größe(straße: "b", 数: 2))
    }
    let none = Double.nan
    #expect(try store.fetch(Größe.filter { $0.עברית == none }.count()) == 0)
    #expect(try store.fetch(Größe.filter { $0.עברית != none }.count()) == 2)
    #expect(try store.fetch(Größe.filter { $0.עברית.isIn([none, 0.5]) }.count()) == 1)
    #expect(try store.fetch(Größe.filter { $0.עברית == nil }.count()) == 1)
  }

  @Test
  func `keys of several columns lead to items`() throws {
    let store = try Rowsmith.Store(.memory, model: model)
    let columns = (0..<40).map { Hardest.Column(name: "c\($0)", record: .init($0 / 2)) }
    let rows = (0..<40).map {
      Hardest.Row(index: $0, column: .init(.init(record: .init($0 / 4), name: "c\($0 / 2)")))
    }
    let cells = rows.map { Hardest.ToMany(row: .init($0.id)) }
    try store.write { db in
      try db.insert(
        contentsOf: (0..<20).map { Hardest.Record(id: $0, key: "", row: "", index: 0, storedValues: []) })
      try db.insert(contentsOf: columns)
      try db.insert(contentsOf: rows)
      try db.insert(contentsOf: cells)
    }
    let items = try store.fetch(Hardest.Row.related(to: rows) { $0.cells })
    for (row, cell) in zip(rows, cells) { #expect(items[row] == [cell]) }
    let found = try store.fetch(Hardest.Row.related(to: rows) { $0.column })
    for row in rows { #expect(found[row] == columns.first { $0.id == row.column.key }) }
    #expect(try store.fetch(Hardest.Row.find(keys: rows.map(\.id))).count == rows.count)
    #expect(try store.fetch(Hardest.Row.all.keys()).count == rows.count)
  }

  @Test
  func `keys of a family lead to records of their own kind`() throws {
    let store = try Rowsmith.Store(.memory, model: model)
    let car = Car(country: "D", plate: "1", doors: 3)
    let trucks = (0..<20).map {
      Truck(country: "F", plate: "\($0)", doors: 2, towing: $0 % 2 == 0 ? .init(car.id) : nil)
    }
    try store.write { db in
      try db.insert(car)
      try db.insert(contentsOf: trucks)
      for truck in trucks.prefix(3) { try db.link([car.id, trucks[5].id], to: truck.id, Truck.Columns.cars) }
    }
    let cars = try store.fetch(Truck.related(to: trucks) { $0.cars })
    #expect(cars[trucks[0]].map { $0.plate } == ["1", "5"])
    #expect(cars[trucks[4]] == [])
    #expect(cars.all.count == 2)
    let towed = try store.fetch(Truck.related(to: trucks) { $0.towing })
    #expect(towed[trucks[0]]?.id == car.id)
    #expect(towed[trucks[1]] == nil)
    // A record of the parent's type leaves the row what it is.
    var vehicle = try #require(try store.fetch(Vehicle.find(trucks[0].id)))
    vehicle.wheels = 6
    try store.write { try $0.update(vehicle) }
    #expect(try store.fetch(Truck.find(trucks[0].id))?.wheels == 6)
    #expect(try store.fetch(Truck.all.count()) == 20)
    #expect(try store.write { try $0.update(Vehicle.all) { [$0.wheels.set(6)] } } == 20)
    #expect(try store.write { try $0.update(Car.all) { [$0.doors.set(2)] } } == 1)
    #expect(try store.fetch(Truck.all.count()) == 20)
  }

  @Test
  func `keys of any type come back as they are`() throws {
    let values: [StoredValue] = [
      .integer(.min), .integer(7), .real(0.1), .real(1e300), .real(-0.0), .text(""), .text("a\u{0}b"),
      .text("é\"\\"),
      .blob([]), .blob([0, 255, 16]), .null,
    ]
    #expect(KeyCoding.values(in: KeyCoding.text(of: values)) == values)
    let connection = try Connection(path: ":memory:")
    let list = JSONKeyList(values)
    let statement = try connection.prepare(list.select(width: 1, parameter: "?1"))
    statement.bind([.text(list.text)])
    for value in values {
      #expect(try statement.step())
      #expect(statement.value(at: 0) == value)
    }
    let rows = JSONKeyList(rows: values.map { [$0, .integer(1)] })
    let pairs = try connection.prepare(rows.select(width: 2, parameter: "?1"))
    pairs.bind([.text(rows.text)])
    for value in values {
      #expect(try pairs.step())
      #expect(pairs.value(at: 0) == value)
      #expect(pairs.value(at: 1) == .integer(1))
    }
  }

  @Test
  func `keys that Swift takes for the same are two`() throws {
    let store = try Rowsmith.Store(.memory, model: model)
    // "é" in one code point, and in two.
    let sizes = ["\u{e9}", "e\u{301}"].map { Größe(straße: $0, 数: 1) }
    try store.write { db in
      try db.insert(contentsOf: sizes)
      try db.link(["\u{e9}", "e\u{301}"], to: "\u{e9}", Größe.Columns.Ελλάδα)
    }
    let items = try store.fetch(Größe.related(to: sizes) { $0.Ελλάδα })
    #expect(items[key: "\u{e9}"].count == 2)
    #expect(items[key: "e\u{301}"].count == 0)
  }

  @Test
  func `a new record does not get the identifier of one that was put back`() throws {
    let store = try Rowsmith.Store(.memory, model: model)
    try store.write { db in
      let first: RowIdentifier = try db.insert(Note(text: "first"))
      try db.insert(Note(id: RowIdentifier(rawValue: first.rawValue + 1), text: "put back"))
      try db.insert(Note(text: "new"))
    }
    #expect(try store.fetch(Note.all.values { $0.text }) == ["first", "put back", "new"])
  }

  @Test
  func `a record without a key of its own gets one`() throws {
    let store = try Rowsmith.Store(.memory, model: model)
    let (first, second) = try store.write { db in
      let first: RowIdentifier = try db.insert(Note(text: "first"))
      let second: RowIdentifier = try db.insert(Note(text: "second"))
      try db.link([second], to: first, Note.Columns.replies)
      return (first, second)
    }
    #expect(first != second)
    var note = try #require(try store.fetch(Note.find(first)))
    let replies = try store.fetch(note.replies.values { $0.text })
    #expect(replies == ["second"])
    note.text = "changed"
    #expect(try store.write { try $0.update(note) })
    #expect(try store.fetch(Note.find(first))?.text == "changed")
    note.text = "changed again"
    let outcome = try store.write { try $0.upsert(note) }
    #expect(outcome == .updated)
    #expect(try store.fetch(Note.all.count()) == 2)
    try store.write { try $0.insert(Event(name: "one")) }
    #expect(try store.write { try $0.update(Event.all) { [$0.name.set("two")] } } == 1)
    #expect(try store.fetch(Event.all.values { $0.name }) == ["two"])
    #expect(throws: StoreError.self) { try store.fetch(Event.all.keys()) }
    let error = #expect(throws: StoreError.self) { try store.write { try $0.delete(Event(name: "two")) } }
    #expect(error?.reason == .misuse)
    #expect(try store.write { try $0.deleteAll(Event.filter { $0.name == "two" }) } == 1)
  }
}

/// The app's part of the model, which no record here needs.
private struct App: HardestTransforms, EverythingHooks, EventHooks {
  func decodeReverse(_ json: JSONValue) throws -> String? { nil }
  func encodeReverse(_ value: String) throws -> JSONValue { .string(value) }
  func decodeReverse(_ json: JSONValue) throws -> Int { 0 }
  func encodeReverse(_ value: Int) throws -> JSONValue { .number(String(value)) }
  func decodeToCents(_ json: JSONValue) throws -> Decimal { 0 }
  func encodeToCents(_ value: Decimal) throws -> JSONValue { .number(value.description) }
  func shouldImport(_ json: JSONValue) throws -> Bool { true }
  func willImport(_ json: inout JSONValue) throws {}
  func didImport(_ record: Everything) throws {}
  func didImport(_ record: Event) throws {}
}
