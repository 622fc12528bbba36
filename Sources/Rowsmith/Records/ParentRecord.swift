/// A record whose entity is extended by others. Generated code conforms to this protocol.
public protocol ParentRecord: Record {
  /// A record of the entity or of an entity that extends it, as its own type.
  associatedtype Family: RecordFamily where Family.Base == Self
}

/// A record of an entity or of an entity that extends it, as its own type: an enumeration with a case for each entity.
///
/// The properties that all of them share can be read without a switch:
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
  /// The record type of the parent entity.
  associatedtype Base: Record

  /// The properties that every record of the family has.
  var base: Base { get }

  /// The types of the family's records.
  static var types: [any Record.Type] { get }

  /// Reads the record of a row.
  init(row: FamilyRow) throws(RowDecodingError)
}

extension RecordFamily {
  /// A property that every record of the family has.
  public subscript<Value>(dynamicMember member: KeyPath<Base, Value>) -> Value { base[keyPath: member] }
}
