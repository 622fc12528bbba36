import Rowsmith

extension ImportTotals {
  /// The report as a JSON object.
  func json(isDryRun: Bool) -> JSONValue {
    var members: [JSONValue.Member] = [
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
      .init("unknownKeyExamples", Self.examples(unknownKeys)),
      .init("unlistedValues", Self.counts(unlistedValues)),
      .init("unlistedValueExamples", Self.examples(unlistedValues)),
      .init("unlistedKinds", Self.counts(unlistedKinds)),
      .init("unlistedKindExamples", Self.examples(unlistedKinds)),
      .init("dryRun", .bool(isDryRun)),
      .init("bytes", JSONValue(bytes)),
      // Microseconds are the resolution of the clock.
      .init("seconds", JSONValue((seconds * 1e6).rounded() / 1e6)),
    ]
    if let stoppedAfter { members.append(.init("stoppedAfter", JSONValue(stoppedAfter))) }
    if !widened.isEmpty { members.append(.init("model", .array(widened.map { .string($0) }))) }
    return .object(members)
  }

  private static func json(_ counts: ImportReport.Counts) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("inserted", JSONValue(counts.inserted)), .init("updated", JSONValue(counts.updated)),
      .init("unchanged", JSONValue(counts.unchanged)), .init("deleted", JSONValue(counts.deleted)),
    ]
    // Most models cannot have stale records.
    if counts.stale > 0 { members.append(.init("stale", JSONValue(counts.stale))) }
    return .object(members)
  }

  private func json(_ skipped: Skipped) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("path", .string(skipped.path)), .init("message", .string(skipped.message)),
    ]
    if hasSeveralFiles { members.append(.init("file", .string(skipped.file))) }
    return .object(members)
  }

  /// The place or value of the first occurrence of each.
  private static func examples(_ occurrences: [String: ImportReport.Occurrences]) -> JSONValue {
    .object(occurrences.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value.example)) })
  }

  private static func counts(_ occurrences: [String: ImportReport.Occurrences]) -> JSONValue {
    .object(occurrences.sorted { $0.key < $1.key }.map { .init($0.key, JSONValue($0.value.count)) })
  }
}
