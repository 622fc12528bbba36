/// A request for records of a family, each as what it is: what a ``Query`` of the entity that they extend finds, in its
/// order, read by one statement.
///
/// ```swift
/// let widest = Vehicle.order { $0.wheels.descending }.limit(20).family
/// for case .truck(let truck) in try store.fetch(widest) { print(truck.load ?? 0) }
/// ```
public struct FamilyQuery<Parent: ParentRecord>: ReadRequest, Hashable {
  /// The query that finds the records.
  public var query: Query<Parent>

  /// True.
  public var isOneStatement: Bool { true }

  /// Reads the records, all into memory.
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

  /// The first of the records; nil where there is none.
  public func first() -> Read<Parent.Family?> {
    Read(.first(query.node)) { try query.short.family.fetch($0).first }
  }
}

extension Query where R: ParentRecord {
  /// The same records, each as what it is.
  public var family: FamilyQuery<R> { FamilyQuery(query: self) }
}

extension ParentRecord {
  /// A request for every record of the entity and of what extends it, each as what it is.
  public static var family: FamilyQuery<Self> { all.family }
}

extension Reference where Target: ParentRecord {
  /// A request for the record as what it is; nil where it has not arrived.
  public var family: Read<Target.Family?> {
    Query<Target>().filter(.hasKey(in: CollectionOfOne(key))).family.first()
  }
}
