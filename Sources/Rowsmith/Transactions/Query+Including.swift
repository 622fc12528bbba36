extension Query {
  /// The records with the targets of one of their relationships. That takes two queries, however many records there are.
  ///
  /// `including` can be nested, to follow a relationship of the targets:
  ///
  /// ```swift
  /// for musician in try store.fetch(Musician.all.including { $0.bands.including { $0.band } }) {
  ///   print(musician.record.name, musician.related.compactMap { $0.related?.name })
  /// }
  /// ```
  public func including<First: Related>(
    _ relationship: (R.Columns.Type) throws -> First
  ) rethrows -> Read<[Graph<R, First.Included>]> where First.Source == R {
    including(Inclusion(try relationship(R.Columns.self)) { Graph($0, $1) })
  }

  /// The records with the targets of two of their relationships. That takes one query for the records and one for each
  /// relationship, however many records there are.
  ///
  /// ```swift
  /// for graph in try store.fetch(Band.all.including { ($0.albums, $0.members) }) {
  ///   let (band, albums, members) = graph.parts
  ///   print(band.name, albums.count, members.count)
  /// }
  /// ```
  public func including<First: Related, Second: Related>(
    _ relationships: (R.Columns.Type) throws -> (First, Second)
  ) rethrows -> Read<[Graph2<R, First.Included, Second.Included>]>
  where First.Source == R, Second.Source == R {
    let (first, second) = try relationships(R.Columns.self)
    return including(Inclusion(first, second) { Graph2($0, $1, $2) })
  }

  /// The records with the targets of three of their relationships.
  public func including<First: Related, Second: Related, Third: Related>(
    _ relationships: (R.Columns.Type) throws -> (First, Second, Third)
  ) rethrows -> Read<[Graph3<R, First.Included, Second.Included, Third.Included>]>
  where First.Source == R, Second.Source == R, Third.Source == R {
    let (first, second, third) = try relationships(R.Columns.self)
    return including(Inclusion(first, second, third) { Graph3($0, $1, $2, $3) })
  }

  private func including<Row>(_ inclusion: Inclusion<R, Row>) -> Read<[Row]> {
    Read(.graph(node, inclusion.names), isOneStatement: false, short: { short.including(inclusion) }) { db in
      try inclusion.rows(try fetch(db), db)
    }
  }
}

extension ReadRequest where Self: Hashable {
  /// The records of a request with the targets of their relationships.
  package func including<Root: Record, Row>(_ inclusion: Inclusion<Root, Row>) -> Read<[Row]>
  where Output == [Root] {
    Read(.graphs(ReadQuestion.RecordList(records: self), inclusion.names), isOneStatement: false) { db in
      try inclusion.rows(try fetch(db), db)
    }
  }
}
