import Rowsmith

extension ImportTotals {
  /// The report as one JSON object.
  func json(isDryRun: Bool) -> JSONValue {
    .object([
      .init(
        "entities", .object(entities.sorted { $0.key < $1.key }.map { .init($0.key, Self.json($0.value)) })),
      .init(
        "links",
        .object([.init("added", JSONValue(links.added)), .init("removed", JSONValue(links.removed))])),
      .init("skipped", .array(skipped.map(json))),
      .init("skippedCount", JSONValue(skippedCount)),
      .init(
        "unresolved",
        .object(unresolved.sorted { $0.key < $1.key }.map { .init($0.key, JSONValue($0.value)) })),
      .init("unknownKeys", Self.counts(unknownKeys)),
      .init("unlistedValues", Self.counts(unlistedValues)),
      .init("dryRun", .bool(isDryRun)),
      .init("bytes", JSONValue(bytes)),
      .init("seconds", JSONValue(seconds)),
    ])
  }

  private static func json(_ counts: ImportReport.Counts) -> JSONValue {
    .object([
      .init("inserted", JSONValue(counts.inserted)),
      .init("updated", JSONValue(counts.updated)),
      .init("unchanged", JSONValue(counts.unchanged)),
      .init("deleted", JSONValue(counts.deleted)),
    ])
  }

  private func json(_ skipped: Skipped) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("path", .string(skipped.path)), .init("message", .string(skipped.message)),
    ]
    if files > 1 { members.append(.init("file", .string(skipped.file))) }
    return .object(members)
  }

  private static func counts(_ occurrences: [String: ImportReport.Occurrences]) -> JSONValue {
    .object(occurrences.sorted { $0.key < $1.key }.map { .init($0.key, JSONValue($0.value.count)) })
  }
}
