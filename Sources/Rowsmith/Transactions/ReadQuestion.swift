import RowsmithSchema

/// What a ``Read`` asks, without types. Two reads are equal if their questions are.
enum ReadQuestion: Sendable, Hashable {
  case first(QueryNode)
  case count(QueryNode)
  case exists(QueryNode)
  case explain(QueryNode)
  case keys(QueryNode)
  case values(QueryNode, [ColumnTerm], isDistinct: Bool, CallSite?)
  case aggregate(QueryNode, Aggregate)
  case groups(QueryNode, by: ColumnTerm, Aggregate)
  case graph(QueryNode, [RelationshipName])
  case graphs(RecordList, [RelationshipName])
  case snippets(QueryNode, words: Int)
  case sections(QueryNode, OrderingNode)
  case related(RecordList, RelationshipName, ConditionNode)
  case sql(ExactText, [StoredValue], entity: String?)

  /// An aggregate function, by its name in SQL, and its argument; `nil` to count rows.
  struct Aggregate: Sendable, Hashable {
    var function: String
    var column: ColumnTerm?
  }

  /// The records whose relationships are read, or the request for them.
  struct RecordList: Sendable, Hashable {
    let records: any Sendable & Hashable

    static func == (one: RecordList, other: RecordList) -> Bool {
      AnyHashable(one.records) == AnyHashable(other.records)
    }

    func hash(into hasher: inout Hasher) { records.hash(into: &hasher) }
  }
}

/// A relationship to read with its records: the name of a to-many relationship, the columns of a to-one relationship.
public struct RelationshipName: Sendable, Hashable {
  let names: [String]
  /// The relationships of its targets to read as well.
  var next: [RelationshipName] = []

  func leading(to next: [RelationshipName]) -> RelationshipName { RelationshipName(names: names, next: next) }
}

/// The place in the source code where the app passed a function. It stands for the function, which cannot be compared.
struct CallSite: Sendable, Hashable {
  var file: String
  var line: Int
  var column: Int
}
