public import Rowsmith

extension ServerList.Contents {
  /// The records of the list with the related records of one relationship, in the server's order.
  ///
  /// ```swift
  /// let graphs = try list.contents().including { $0.comments }
  /// for try await articles in store.observe(graphs) {
  ///   show(articles.map { "\($0.record.title): \($0.related.count)" })
  /// }
  /// ```
  public func including<First: Related>(
    _ relationship: (R.Columns.Type) throws -> First
  ) rethrows -> Read<[Graph<R, First.Included>]> where First.Source == R {
    including(Inclusion(try relationship(R.Columns.self)) { Graph($0, $1) })
  }

  /// The records of the list with the related records of two relationships.
  public func including<First: Related, Second: Related>(
    _ relationships: (R.Columns.Type) throws -> (First, Second)
  ) rethrows -> Read<[Graph2<R, First.Included, Second.Included>]>
  where First.Source == R, Second.Source == R {
    let (first, second) = try relationships(R.Columns.self)
    return including(Inclusion(first, second) { Graph2($0, $1, $2) })
  }

  /// The records of the list with the related records of three relationships.
  public func including<First: Related, Second: Related, Third: Related>(
    _ relationships: (R.Columns.Type) throws -> (First, Second, Third)
  ) rethrows -> Read<[Graph3<R, First.Included, Second.Included, Third.Included>]>
  where First.Source == R, Second.Source == R, Third.Source == R {
    let (first, second, third) = try relationships(R.Columns.self)
    return including(Inclusion(first, second, third) { Graph3($0, $1, $2, $3) })
  }
}
