import Rowsmith
import RowsmithDiagram

extension Diagram {
  /// The diagram as JSON.
  var json: JSONValue {
    .object([
      .init("model", .string(name)), .init("entities", .array(entities.map(\.json))),
      .init("relationships", .array(edges.filter { $0.kind == .relationship }.map(\.json))),
    ])
  }
}

extension Diagram.Entity {
  fileprivate var json: JSONValue {
    .object([
      .init("name", .string(name)), .init("extends", parent.map(JSONValue.string) ?? .null),
      .init("doc", doc.map(JSONValue.string) ?? .null), .init("columns", .array(columns.map(\.json))),
    ])
  }
}

extension Diagram.Column {
  fileprivate var json: JSONValue {
    .object([
      .init("name", .string(name)), .init("type", .string(type)), .init("array", .bool(isArray)),
      .init("optional", .bool(isOptional)), .init("keys", .array(marks.map { .string($0.rawValue) })),
      .init("doc", doc.map(JSONValue.string) ?? .null),
    ])
  }
}

extension Diagram.Edge {
  fileprivate var json: JSONValue { .object([.init("from", from.json), .init("to", to.json)]) }
}

extension Diagram.End {
  fileprivate var json: JSONValue {
    .object([
      .init("entity", .string(entity)),
      .init("relationship", relationship.map(JSONValue.string) ?? .null),
      .init("count", .string(count.rawValue)),
    ])
  }
}
