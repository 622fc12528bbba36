extension ImportTarget {
  /// Records of one entity, named by its type: `.entity(Band.self)`.
  public static func entity<R: Record>(_ type: R.Type) -> ImportTarget { .entity(R.entityName) }

  /// An object whose keys are the primary keys of one entity's records, named by its type.
  public static func keyed<R: Record>(_ type: R.Type) -> ImportTarget { .keyed(R.entityName) }

  /// The to-many relationship of an existing record:
  ///
  /// ```swift
  /// let albums: ImportTarget = .relationship(of: japan, \.albums)
  /// ```
  ///
  /// - Parameters:
  ///   - record: the parent.
  ///   - records: the property of the relationship. Any other query, or one with conditions, is no relationship: the import
  ///     throws ``ImportError/Reason/unknownTarget``.
  public static func relationship<R: Record, Target: Record>(
    of record: R, _ records: KeyPath<R, Query<Target>>
  ) -> ImportTarget {
    let query = record[keyPath: records]
    guard let source = query.node.source, query == Query(source: source) else {
      return .relationship(parent: R.entityName, key: [], name: "")
    }
    return .relationship(parent: source.entity, key: source.key, name: source.relationship)
  }

  /// The to-many relationship of the record with a key:
  ///
  /// ```swift
  /// let members: ImportTarget = .relationship(of: Band.self, key: "Japan") { $0.members }
  /// ```
  public static func relationship<R: Record, Target: Record>(
    of type: R.Type, key: R.Key, _ relationship: (R.Columns.Type) throws -> ToMany<R, Target>
  ) rethrows -> ImportTarget {
    .relationship(
      parent: R.entityName, key: key.storedValues, name: try relationship(R.Columns.self).name)
  }
}

extension Query {
  /// The items of one record's to-many relationship.
  fileprivate init(source: QueryNode.Source) {
    var node = QueryNode(entity: R.entityName)
    node.source = source
    self.init(node)
  }
}
