extension SectionedResults {
  /// The changes that turn a table of the old results into a table of these.
  ///
  /// Rows are identified by their `id`, sections by their key. Takes O(n log n) time for n rows, and more if many sections
  /// change their positions.
  public func difference(from old: SectionedResults) -> SectionedDifference {
    var difference = SectionedDifference()
    if self == old { return difference }
    let change = sections.map(\.id).difference(from: old.sections.map(\.id))
    difference.removedSections = offsets(change.removals)
    difference.insertedSections = offsets(change.insertions)
    let oldRows = old.rows(without: Set(difference.removedSections))
    let newRows = rows(without: Set(difference.insertedSections))
    difference.removed = oldRows.filter { newRows[$0.key] == nil }.map(\.value.place).sorted()

    var candidates: [Int: [SectionedDifference.Move]] = [:]
    let staying = Dictionary(
      uniqueKeysWithValues: zip(
        old.sections.indices.filter { !difference.removedSections.contains($0) },
        sections.indices.filter { !difference.insertedSections.contains($0) }))
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

private func offsets<Key>(_ changes: [CollectionDifference<Key>.Change]) -> [Int] {
  changes.map { change in
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }.sorted()
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
