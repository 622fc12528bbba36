import Foundation
import Hardest
import Rowsmith
import RowsmithSchema
import Testing

@Suite struct FamilyTests {
  private let store: Rowsmith.Store

  init() throws {
    store = try Rowsmith.Store(.memory, model: HardestApp.model)
    let json = #"""
      [{"kind": "Vehicle", "country": "D", "plate": "A", "wheels": 2},
       {"kind": "Car", "country": "D", "plate": "B", "doors": 3},
       {"kind": "Truck", "country": "D", "plate": "C", "doors": 2, "load": 7.5}]
      """#
    _ = try store.importJSON(.string(json), into: .entity("Vehicle"))
  }

  @Test func `a record says which entity of its family it is, whatever it was read as`() throws {
    #expect(try store.fetch(Vehicle.all).map(\.kind) == [.vehicle, .car, .truck])
    #expect(try store.fetch(Car.all).map(\.kind) == [.car, .truck])
    #expect(try store.fetch(Truck.all).map(\.kind) == [.truck])
    #expect(Car(country: "D", plate: "X", doors: 1).kind == .car)
  }

  @Test func `queries ask for the kind as for any column`() throws {
    let trucks = Vehicle.filter { $0.kind == .truck || $0.kind == .vehicle }.order { $0.kind.descending }
    #expect(try store.fetch(trucks).map(\.plate) == ["A", "C"])
    #expect(try store.fetch(Car.filter { $0.kind != .truck }.count()) == 1)
  }

  @Test func `one request reads a family, each record as what it is`() throws {
    let truck = Truck(country: "D", plate: "C", doors: 2, load: 7.5)
    let car = Car(country: "D", plate: "B", doors: 3)
    let vehicle = Vehicle(country: "D", plate: "A", wheels: 2)
    #expect(try store.fetch(Vehicle.family) == [.vehicle(vehicle), .car(car), .truck(truck)])
    #expect(try store.fetch(Car.family) == [.car(car), .truck(truck)])
    #expect(Vehicle.family.isOneStatement)
  }

  @Test func `a family is read with the conditions, the order and the limit of its query`() throws {
    let request = Vehicle.filter { $0.wheels == 4 }.order { $0.plate.descending }.limit(1).family
    #expect(try store.fetch(request).map(\.kind) == [.truck])
    #expect(try store.fetch(request.first())?.kind == .truck)
    #expect(try store.fetch(Vehicle.filter { $0.wheels == 9 }.family.first()) == nil)
  }

  @Test func `a key finds a record as what it is`() throws {
    let found = try store.fetch(Vehicle.find(Vehicle.ID(country: "D", plate: "C")).family)
    guard case .truck(let truck)? = found else {
      Issue.record("expected a truck, found \(String(describing: found))")
      return
    }
    #expect(truck.load == 7.5)
    #expect(try store.fetch(Vehicle.find(Vehicle.ID(country: "D", plate: "?")).family) == nil)
  }

  @Test func `what all records of a family have is read without asking which one it is`() throws {
    let family = try store.fetch(Vehicle.family)
    #expect(family.map(\.plate) == ["A", "B", "C"])
    #expect(family.map(\.base) == (try store.fetch(Vehicle.all)))
    #expect(family.map(\.id) == family.map(\.base.id))
  }

  @Test func `a family is observed`() async throws {
    let results = store.observe(Vehicle.family).makeAsyncIterator()
    #expect(try await results.next()?.count == 3)
    try await store.write { db in _ = try db.upsert(Truck(country: "D", plate: "C", doors: 2, load: 9)) }
    guard case .truck(let truck)? = try await results.next()?.last else {
      Issue.record("expected a truck")
      return
    }
    #expect(truck.load == 9)
  }

  @Test func `writing a record as its parent leaves its kind and what its own entity has`() throws {
    try store.write { db in
      var vehicle = try #require(try db.fetch(Vehicle.find(Vehicle.ID(country: "D", plate: "C"))))
      vehicle.wheels = 6
      try db.update(vehicle)
      #expect(try db.upsert(Vehicle(country: "D", plate: "B", wheels: 3)) == .updated)
    }
    let stored = try store.fetch(Vehicle.family)
    #expect(stored.map(\.wheels) == [2, 3, 6])
    #expect(stored.map(\.kind) == [.vehicle, .car, .truck])
    #expect(try store.fetch(Truck.all).map(\.load) == [7.5])
  }

  @Test func `the kind of stored records cannot be set`() throws {
    let error = #expect(throws: StoreError.self) {
      try store.write { db in try db.update(Vehicle.all) { [$0.kind.set(.car)] } }
    }
    #expect(error?.reason == .misuse)
    #expect(
      error?.message
        == "which entity a record of 'Vehicle' is cannot be changed; insert another record and delete this one"
    )
  }

  @Test func `a change of a row gives the record as its parent, with its kind`() async throws {
    let changes = store.changes(withValues: true).makeAsyncIterator()
    try await store.write { db in _ = try db.upsert(Truck(country: "D", plate: "C", doors: 2, load: 9)) }
    let change = try #require(await changes.next()?.rowChanges?.first)
    #expect(try change.new(as: Vehicle.self)?.kind == .truck)
  }

  @Test func `a row of an entity that the code does not know is read as the entity asked for`() throws {
    try store.write { db in
      try db.execute(sql: #"UPDATE "Vehicle" SET "entityName" = 'Bike' WHERE "plate" = 'A'"#)
    }
    let first = try #require(try store.fetch(Vehicle.family.first()))
    #expect(first == .vehicle(first.base))
    #expect(first.kind == .unlisted("Bike"))
  }
}
