import RowsmithSchema

extension Record {
  /// The items of a to-many relationship for many records, read with one query.
  ///
  /// ```swift
  /// let bands = try db.fetch(Band.all)
  /// let albums = try db.fetch(Band.related(to: bands) { $0.albums })
  /// for band in bands { print(band.name, albums[band].map(\.name)) }
  /// ```
  ///
  /// The next level is read the same way, from ``RelatedItems/all``. If the records come from a query, `including` is simpler:
  /// it reads both at once.
  public static func related<Target: Record>(
    to records: [Self], _ relationship: (Columns.Type) throws -> ToMany<Self, Target>
  ) rethrows -> Read<RelatedItems<Self, Target>> {
    items(try relationship(Columns.self), of: records, .always)
  }

  /// The items of a to-many relationship that meet a condition, for many records, read with one query.
  public static func related<Target: Record>(
    to records: [Self], _ relationship: (Columns.Type) throws -> ToMany<Self, Target>,
    where condition: (Target.Columns.Type) throws -> Condition<Target>
  ) rethrows -> Read<RelatedItems<Self, Target>> {
    items(try relationship(Columns.self), of: records, try condition(Target.Columns.self).node)
  }

  /// The targets of a to-one relationship for many records, read with one query.
  ///
  /// Fetching throws ``StoreError`` if the relationship is that of a record which another one leads to.
  public static func related<Link: ToOne>(
    to records: [Self], _ relationship: (Columns.Type) throws -> Column<Self, Link>
  ) rethrows -> Read<RelatedTargets<Self, Link.Target>> {
    let relationship = try relationship(Columns.self)
    let list = ReadQuestion.RecordList(records: records)
    return Read(.related(list, relationship.relationshipName, .always)) { db in
      try relationship.requireOwn { "read what '\($0)' leads to first, then what is related to that" }
      return try db.targets(of: relationship.names, of: records)
    }
  }

  private static func items<Target: Record>(
    _ relationship: ToMany<Self, Target>, of records: [Self], _ condition: ConditionNode
  ) -> Read<RelatedItems<Self, Target>> {
    let list = ReadQuestion.RecordList(records: records)
    return Read(.related(list, relationship.relationshipName, condition)) { db in
      try db.items(of: relationship, of: records, condition)
    }
  }
}
