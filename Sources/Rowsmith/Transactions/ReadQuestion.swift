import RowsmithSchema

/// What a ``Read`` asks, without types. Two reads are equal if these are.
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
  case sql(String, [StoredValue], entity: String?)

  /// A function of many rows, by its name in SQL, and its argument; nil counts rows.
  struct Aggregate: Sendable, Hashable {
    var function: String
    var column: ColumnTerm?
  }

  /// The records of one type whose relationships are read, or the request for them.
  struct RecordList: Sendable, Hashable {
    let records: any Sendable & Hashable

    static func == (one: RecordList, other: RecordList) -> Bool {
      AnyHashable(one.records) == AnyHashable(other.records)
    }

    func hash(into hasher: inout Hasher) { records.hash(into: &hasher) }
  }
}

/// A relationship that is read along: the name of a to-many one, the columns of a to-one one.
public struct RelationshipName: Sendable, Hashable {
  let names: [String]
  /// Those of its records that are read along, too.
  var next: [RelationshipName] = []

  func leading(to next: [RelationshipName]) -> RelationshipName { RelationshipName(names: names, next: next) }
}

/// Where a function of the app's was handed over: functions cannot be compared.
struct CallSite: Sendable, Hashable {
  var file: String
  var line: Int
  var column: Int
}
