import Rowsmith
import RowsmithClient

extension FlushReport {
  /// The report as text.
  var text: String {
    var parts = ["\(sent) sent"]
    if !refused.isEmpty { parts.append("\(refused.count) refused") }
    if waiting > 0 { parts.append("\(waiting) waiting") }
    return parts.joined(separator: ", ") + "\n"
  }

  /// The report as a JSON object.
  var json: JSONValue {
    .object([
      .init("sent", JSONValue(sent)),
      .init(
        "refused",
        .array(
          refused.map { item, error in
            .object(
              [.init("request", JSONValue(Int(item.id))), .init("route", .string(item.route))]
                + error.members)
          })),
      .init("waiting", JSONValue(waiting)),
      .init("stopped", stopped.map { .object($0.members) } ?? .null),
    ])
  }
}
