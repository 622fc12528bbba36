import Rowsmith

extension ReferenceReport {
  /// Whether no row was written, not even to be written back.
  var isIdle: Bool { writes == 0 && skipped.isEmpty }

  /// What the engine counted otherwise.
  func difference(_ report: ImportReport, _ model: ReferenceModel) -> String? {
    var lines: [String] = []
    // A row that is named more than once may be another entity each time.
    let name = { (entity: String) in isEachNamedOnce ? entity : model.table(of: entity) }
    var own: [String: Counts] = [:]
    for (entity, counts) in entities { own[name(entity), default: Counts()].add(counts) }
    var found: [String: ImportReport.Counts] = [:]
    for (entity, counts) in report.entities { found[name(entity), default: .init()].add(counts) }
    for name in Set(own.keys).union(found.keys).sorted() {
      let (wanted, other) = (own[name] ?? Counts(), found[name] ?? ImportReport.Counts())
      if !wanted.agrees(other) { lines.append("\(name): expected \(wanted.text), found \(other.text)") }
    }
    if let difference = linkDifference(report.links) { lines.append(difference) }
    if unresolved != report.unresolved {
      lines.append(
        "unresolved: expected \(unresolved.sorted { $0.key < $1.key }), found \(report.unresolved)")
    }
    let kinds = report.unlistedKinds.mapValues(\.count)
    // A record that is left out may have been counted before.
    if unlistedKinds != kinds, skipped.isEmpty {
      lines.append("unlisted kinds: expected \(unlistedKinds), found \(kinds)")
    }
    if !agrees(report.skipped) {
      lines.append("skipped: expected \(skipped), found \(report.skipped.map { "\($0.path) \($0.message)" })")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Links that are there in the end and were not before are counted, and the other way round. The contract does not say
  /// whether links count that the document makes and ends again (a list that waited for a row which then says where it
  /// belongs; a row that arrives and is pruned); nor whether links in columns of deleted rows do.
  private func linkDifference(_ found: ImportReport.Links) -> String? {
    let detours = found.added - added
    if entities.values.contains(where: { $0.comeAndGone > 0 }) { return nil }
    if detours >= 0, (0...removedWithRows + detours).contains(found.removed - removed) {
      return nil
    }
    return "links: expected +\(added) -\(removed)…\(removed + removedWithRows), "
      + "found +\(found.added) -\(found.removed)"
  }

  /// Whether the same records were left out. Of faults inside one another the outermost counts: which of them is
  /// found first is nobody's business.
  private func agrees(_ found: [ImportReport.Skipped]) -> Bool {
    let records = skipped.map(\.record)
    let outermost = records.filter { record in
      !records.contains { $0 != record && record.isPath(inside: $0) }
    }
    return found.allSatisfy { skip in outermost.contains { skip.path.isPath(inside: $0) } }
      && outermost.allSatisfy { record in found.contains { $0.path.isPath(inside: record) } }
  }
}

extension ReferenceReport.Counts {
  fileprivate mutating func add(_ other: Self) {
    mentions += other.mentions
    inserted += other.inserted
    comeAndGone += other.comeAndGone
    mentionsBeforeEnd += other.mentionsBeforeEnd
    updatedAtLeast += other.updatedAtLeast
    updatedAtMost += other.updatedAtMost
    deleted += other.deleted
    stale += other.stale
  }

  fileprivate func agrees(_ found: ImportReport.Counts) -> Bool {
    let sum = found.inserted + found.updated + found.unchanged
    let passing = 0...comeAndGone
    return found.stale == stale && passing.contains(found.inserted - inserted)
      && passing.contains(found.deleted - deleted)
      // As many as there are rows more than before.
      && found.inserted - found.deleted == inserted - deleted
      && (mentions - mentionsBeforeEnd...mentions).contains(sum)
      && (updatedAtLeast...updatedAtMost).contains(found.updated)
  }

  fileprivate var text: String {
    "\(mentions) records, \(inserted)…\(inserted + comeAndGone) inserted, "
      + "\(updatedAtLeast)…\(updatedAtMost) updated, \(deleted) deleted, \(stale) stale"
  }
}

extension ImportReport.Counts {
  fileprivate mutating func add(_ other: Self) {
    inserted += other.inserted
    updated += other.updated
    unchanged += other.unchanged
    deleted += other.deleted
    stale += other.stale
  }

  fileprivate var text: String {
    "\(inserted) inserted, \(updated) updated, \(unchanged) unchanged, \(deleted) deleted, \(stale) stale"
  }
}

extension String {
  /// Whether the JSON path is the other one or leads on from it.
  fileprivate func isPath(inside other: String) -> Bool {
    hasPrefix(other)
      && (count == other.count || dropFirst(other.count).first.map { ".[".contains($0) } == true)
  }
}
