extension SectionedResults {
  /// The changes that turn a table of the old results into a table of these.
  ///
  /// Rows are identified by their `id`, sections by their key. Takes O(n log n) time for n rows.
  public func difference(from old: SectionedResults) -> SectionedDifference {
    var difference = SectionedDifference()
    if self == old { return difference }
    // As many sections as can be stay: those that are in the same order in both.
    let places = Dictionary(uniqueKeysWithValues: old.sections.enumerated().map { ($1.id, $0) })
    let common = sections.enumerated().compactMap { number, section in
      places[section.id].map { (before: $0, after: number) }
    }
    let kept = longestIncrease(common.map { $0.before }).map { common[$0] }
    let staying = Dictionary(uniqueKeysWithValues: kept.map { ($0.before, $0.after) })
    let stayed = Set(staying.values)
    difference.removedSections = old.sections.indices.filter { staying[$0] == nil }
    difference.insertedSections = sections.indices.filter { !stayed.contains($0) }
    let oldRows = old.rows(without: Set(difference.removedSections))
    let newRows = rows(without: Set(difference.insertedSections))
    difference.removed = oldRows.filter { newRows[$0.key] == nil }.map(\.value.place).sorted()

    var candidates: [Int: [SectionedDifference.Move]] = [:]
    for (row, new) in newRows {
      guard let before = oldRows[row] else {
        difference.inserted.append(new.place)
        continue
      }
      if before.element != new.element { difference.changed.append(new.place) }
      let move = SectionedDifference.Move(from: before.place, to: new.place)
      if staying[before.place.section] == new.place.section {
        candidates[new.place.section, default: []].append(move)
      } else {
        difference.moved.append(move)
      }
    }
    for moves in candidates.values {
      let moves = moves.sorted { $0.to < $1.to }
      let kept = longestIncrease(moves.map(\.from.item))
      difference.moved += moves.indices.filter { !kept.contains($0) }.map { moves[$0] }
    }
    difference.inserted.sort()
    difference.changed.sort()
    difference.moved.sort { $0.to < $1.to }
    return difference
  }

  /// Identifies a row. Rows with the same `id` are numbered, because a table may show a record twice.
  private struct RowIdentity: Hashable {
    var id: Element.ID
    var repetition: Int
  }

  private func rows(
    without excluded: Set<Int>
  ) -> [RowIdentity: (place: SectionedDifference.Place, element: Element)] {
    var rows: [RowIdentity: (place: SectionedDifference.Place, element: Element)] = [:]
    var repetitions: [Element.ID: Int] = [:]
    for (number, section) in sections.enumerated() where !excluded.contains(number) {
      for (item, element) in section.elements.enumerated() {
        let repetition = repetitions[element.id, default: 0]
        repetitions[element.id] = repetition + 1
        rows[RowIdentity(id: element.id, repetition: repetition)] = (.init(number, item), element)
      }
    }
    return rows
  }
}

/// The indices of a longest increasing subsequence.
private func longestIncrease(_ numbers: [Int]) -> Set<Int> {
  /// For each length, the index of the smallest number that ends an increasing subsequence of that length.
  var ends: [Int] = []
  var previous: [Int?] = []
  for (index, number) in numbers.enumerated() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    previous.append(low == 0 ? nil : ends[low - 1])
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var kept: Set<Int> = []
  var next = ends.last
  while let index = next {
    kept.insert(index)
    next = previous[index]
  }
  return kept
}
