import Foundation
import Hardest
import Rowsmith
import RowsmithSchema
import Testing

/// Queries and writes of a family: by kind, as a parent and as a child.
@Suite struct FamilyQueryTests {
  private let store: Rowsmith.Store

  init() throws {
    store = try Rowsmith.Store(.memory, model: HardestApp.model)
    try store.write { db in
      try db.insert(Vehicle(country: "D", plate: "A", wheels: 2))
      try db.insert(Car(country: "D", plate: "B", doors: 3))
      try db.insert(Truck(country: "D", plate: "C", doors: 2, load: 7.5))
      try db.insert(Truck(country: "CH", plate: "A", doors: 2, load: 1))
    }
  }

  private func key(_ country: String, _ plate: String) -> Vehicle.ID {
    Vehicle.ID(country: country, plate: plate)
  }

  @Test("The kind is read, counted, sorted and grouped like a column of text")
  func kinds() throws {
    #expect(
      try store.fetch(Vehicle.order { $0.plate }.values { $0.kind }) == [.truck, .vehicle, .car, .truck])
    let groups = try store.fetch(Vehicle.all.grouped { $0.kind }.count())
    #expect(groups.map(\.key) == [.car, .truck, .vehicle])
    #expect(groups.map(\.value) == [1, 2, 1])
    #expect(try store.fetch(Vehicle.all.values(distinct: true) { $0.kind }).count == 3)
    let sections = try store.fetch(Vehicle.order { $0.country }.sectioned { $0.kind }).sections
    #expect(sections.map(\.id) == [.car, .truck, .vehicle])
    #expect(sections.map { $0.elements.map(\.country) } == [["D"], ["CH", "D"], ["D"]])
    #expect(try store.fetch(Vehicle.filter { $0.kind.isIn([.car, .vehicle]) }.count()) == 2)
    #expect(try store.fetch(Vehicle.filter { $0.kind.isIn([]) }.count()) == 0)
    #expect(try store.fetch(Vehicle.filter { !($0.kind == .truck) }.count()) == 2)
  }

  @Test("A child finds no record of its parent or beside it, whatever is asked")
  func children() throws {
    #expect(try store.fetch(Car.filter { $0.kind == .vehicle }.exists()) == false)
    #expect(try store.fetch(Car.find(key("D", "A")).family) == nil)
    guard case .truck? = try store.fetch(Car.find(key("D", "C")).family) else {
      Issue.record("expected a truck")
      return
    }
    #expect(try store.fetch(Car.family).count == 3)
    #expect(
      try store.fetch(Vehicle.find(keys: [key("D", "C"), key("D", "A")])).map(\.kind) == [.vehicle, .truck])
  }

  @Test("A kind that the code does not know is asked for by its name, and by no other")
  func unlisted() throws {
    try store.write { db in
      try db.execute(
        sql: #"UPDATE "Vehicle" SET "entityName" = 'Bike' WHERE "plate" = 'A' AND "country" = 'D'"#)
    }
    #expect(try store.fetch(Vehicle.filter { $0.kind == .unlisted("Bike") }.count()) == 1)
    #expect(try store.fetch(Vehicle.filter { $0.kind == .unlisted("bike") }.count()) == 0)
    #expect(try store.fetch(Vehicle.filter { $0.kind == .vehicle }.count()) == 0)
  }

  @Test("A family is a page of its query, from either end, and is the same request with the same query")
  func pages() throws {
    let ordered = Vehicle.order { ($0.country, $0.plate) }
    func plates(_ request: FamilyQuery<Vehicle>) throws -> [String] {
      try store.fetch(request).map { "\($0.base.country)\($0.plate)" }
    }
    #expect(try plates(ordered.family) == ["CHA", "DA", "DB", "DC"])
    #expect(try plates(ordered.limit(2, offset: 1).family) == ["DA", "DB"])
    #expect(try plates(ordered.reversed().limit(2).family) == ["DC", "DB"])
    #expect(try plates(ordered.filter { $0.plate == "?" }.family) == [])
    #expect(try store.fetch(ordered.limit(1, offset: 3).family.first())?.plate == "C")
    #expect(try store.fetch(ordered.limit(1, offset: 4).family.first()) == nil)
    #expect(ordered.family == Vehicle.order { ($0.country, $0.plate) }.family)
    #expect(ordered.family != ordered.limit(2).family)
  }

  @Test("What is written to the records of a child leaves those of its parent alone")
  func updates() throws {
    #expect(try store.write { try $0.update(Car.all) { [$0.wheels.set(9)] } } == 3)
    #expect(try store.fetch(Vehicle.order { ($0.country, $0.plate) }).map(\.wheels) == [9, 2, 9, 9])
    #expect(try store.write { try $0.update(Vehicle.filter { $0.kind == .car }) { [$0.wheels.set(3)] } } == 1)
    #expect(try store.fetch(Truck.all).map(\.wheels) == [9, 9])
  }

  @Test("What is deleted as a child is a record of it; as a parent it is any of the family")
  func deletions() throws {
    #expect(try store.write { try $0.delete(Car.self, key: key("D", "A")) } == false)
    #expect(try store.fetch(Vehicle.all.count()) == 4)
    #expect(
      try store.write { try $0.deleteAll(Vehicle.filter { $0.kind == .truck && $0.country == "CH" }) } == 1)
    #expect(try store.write { try $0.delete(Vehicle.self, key: key("D", "C")) })
    #expect(try store.write { try $0.deleteAll(Car.all) } == 1)
    #expect(try store.fetch(Vehicle.all).map(\.kind) == [.vehicle])
  }

  @Test("A key is taken for the whole family")
  func keys() throws {
    #expect(throws: StoreError.self) {
      try store.write { try $0.insert(Truck(country: "D", plate: "A", doors: 2, load: 1)) }
    }
    #expect(throws: StoreError.self) {
      try store.write { try $0.insert(Vehicle(country: "D", plate: "C", wheels: 1)) }
    }
    #expect(try store.fetch(Vehicle.find(key("D", "A")))?.kind == .vehicle)
  }
}
