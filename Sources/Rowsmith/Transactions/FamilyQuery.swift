/// A request that finds the same records as a ``Query`` of a parent entity, in the same order, and reads each as its own type.
/// It runs one statement.
///
/// ```swift
/// let widest = Vehicle.order { $0.wheels.descending }.limit(20).family
/// for case .truck(let truck) in try store.fetch(widest) { print(truck.load ?? 0) }
/// ```
public struct FamilyQuery<Parent: ParentRecord>: ReadRequest, Hashable {
  /// The query that finds the records.
  public var query: Query<Parent>

  /// `true`.
  public var isOneStatement: Bool { true }

  /// Fetches all records into memory.
  public func fetch(_ db: ReadTransaction) throws -> [Parent.Family] {
    let types = Parent.Family.types
    let select = try QueryCompiler.select(
      FamilyRows.columns(of: types), query.node, mapping: db.mapping())
    return try db.connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      let rows = FamilyRows(types, statement: statement.handle)
      var records: [Parent.Family] = []
      while try statement.step() { records.append(try Parent.Family(row: rows.current())) }
      return records
    }
  }

  /// The first record; `nil` if there is none.
  public func first() -> Read<Parent.Family?> {
    Read(.first(query.node)) { try query.short.family.fetch($0).first }
  }
}

extension Query where R: ParentRecord {
  /// The same records, each as its own type.
  public var family: FamilyQuery<R> { FamilyQuery(query: self) }
}

extension ParentRecord {
  /// A request for every record of the entity and of the entities that extend it, each as its own type.
  public static var family: FamilyQuery<Self> { all.family }
}

extension Reference where Target: ParentRecord {
  /// A request for the record as its own type; `nil` if it does not exist.
  public var family: Read<Target.Family?> {
    Query<Target>().filter(.hasKey(in: CollectionOfOne(key))).family.first()
  }
}
