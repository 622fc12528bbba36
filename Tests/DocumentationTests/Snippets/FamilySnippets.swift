import Foundation
import Hardest
import Rowsmith
import Testing

/// The samples about families of entities.
@Suite struct FamilySnippets {
  private struct App: HardestTransforms, EverythingHooks, EventHooks {
    func decodeReverse(_ json: JSONValue) throws -> String? { json.string }
    func encodeReverse(_ value: String) throws -> JSONValue { .string(value) }
    func decodeReverse(_ json: JSONValue) throws -> Int { json.int ?? 0 }
    func encodeReverse(_ value: Int) throws -> JSONValue { JSONValue(value) }
    func decodeToCents(_ json: JSONValue) throws -> Decimal { Decimal(json.double ?? 0) }
    func encodeToCents(_ value: Decimal) throws -> JSONValue { .number("\(value)") }
    func shouldImport(_ json: JSONValue) throws -> Bool { true }
    func willImport(_ json: inout JSONValue) throws {}
    func didImport(_ record: Everything) throws {}
    func didImport(_ record: Event) throws {}
  }

  private let store: Rowsmith.Store

  init() throws {
    store = try Rowsmith.Store(
      .memory, model: HardestModel(transforms: App(), everythingHooks: App(), eventHooks: App()))
    try store.write { db in
      try db.insert(Vehicle(country: "D", plate: "A", wheels: 2))
      try db.insert(Truck(country: "D", plate: "B", doors: 2, load: 7.5))
    }
  }

  @Test func `families`() throws {
    let trucks = try store.fetch(Vehicle.filter { $0.kind == .truck }.count())
    let vehicles = Vehicle.filter { $0.wheels >= 4 }.order { $0.plate }.family
    for vehicle in try store.fetch(vehicles) {
      switch vehicle {
      case .truck(let truck): print(truck.plate, truck.load ?? 0)
      case .car(let car): print(car.plate, car.doors)
      case .vehicle: print(vehicle.plate, vehicle.wheels)
      }
    }
    let one = try store.fetch(Vehicle.find(Vehicle.ID(country: "D", plate: "B")).family)
    let plain = one?.base
    #expect(trucks == 1 && plain?.kind == .truck)
  }

  @Test func `comments`() throws {
    for vehicle in try store.fetch(Vehicle.family) {
      switch vehicle {
      case .truck(let truck): print(truck.plate, truck.load ?? 0)
      case .car, .vehicle: print(vehicle.plate, vehicle.kind)
      }
    }
    let widest = Vehicle.order { $0.wheels.descending }.limit(20).family
    for case .truck(let truck) in try store.fetch(widest) { print(truck.load ?? 0) }
    #expect(try store.fetch(widest).count == 2)
  }
}
