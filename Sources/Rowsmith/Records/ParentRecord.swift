/// A record whose entity others extend. Generated code conforms to this protocol.
public protocol ParentRecord: Record {
  /// A record of the entity or of what extends it, as what it is.
  associatedtype Family: RecordFamily where Family.Base == Self
}

/// A record of an entity or of what extends it, as what it is: an enumeration with a case for each entity.
///
/// What all of them have is read without asking which one it is:
///
/// ```swift
/// for vehicle in try store.fetch(Vehicle.family) {
///   switch vehicle {
///   case .truck(let truck): print(truck.plate, truck.load ?? 0)
///   case .car, .vehicle: print(vehicle.plate, vehicle.kind)
///   }
/// }
/// ```
@dynamicMemberLookup
public protocol RecordFamily: Sendable, Hashable {
  /// The record of the entity that the others extend.
  associatedtype Base: Record

  /// What every record of the family has.
  var base: Base { get }

  /// The types of the records.
  static var types: [any Record.Type] { get }

  /// Reads the record that a row holds.
  init(row: FamilyRow) throws(RowDecodingError)
}

extension RecordFamily {
  /// A property that every record of the family has.
  public subscript<Value>(dynamicMember member: KeyPath<Base, Value>) -> Value { base[keyPath: member] }
}
