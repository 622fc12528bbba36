import RowsmithSchema

/// Records on their way to the database, with their links and embedded records: one root record of a document, or what the
/// app writes.
///
/// A parser or a writer fills it, ``RecordApplier`` reads it. Records, cells, links and items refer to each other by index;
/// the bytes of their values are in the document or in the arena.
final class RecordBatch {
  /// Holds bytes that the document does not contain in the form needed.
  let arena = Arena()
  /// The first record is the root.
  let records = Slab<Record>()
  /// The cells of a record are contiguous: the table's columns in order, then one for each relationship.
  let cells = Slab<Cell>(capacity: 1024)
  let links = Slab<Link>()
  let items = Slab<Item>()
  /// Recognizes repeated embedded objects; `nil` if every object is applied.
  var repeated: RepeatedObjects? {
    didSet { repeatedReference = repeated.map(Unmanaged.passUnretained) }
  }
  /// The same without retain/release, read for every record.
  private(set) var repeatedReference: Unmanaged<RepeatedObjects>?

  /// Empties it.
  func reset() {
    arena.reset()
    records.removeAll()
    cells.removeAll()
    links.removeAll()
    items.removeAll()
    repeated?.makeRoom()
  }

  /// Appends a root record with only its key and returns its index.
  ///
  /// - Parameter start: its first byte in a document.
  func append(_ entity: EntityMapping, key: [StoredValue] = [], start: UnsafePointer<UInt8> = zeroLength)
    -> Int
  {
    let base = cells.append(repeating: .missing, count: entity.cellCount)
    for (slot, part) in zip(entity.table.keySlots, key) { cells[base + slot] = arena.cell(part) }
    return records.append(
      Record(
        entity: Int32(truncatingIfNeeded: entity.index), cells: Int32(truncatingIfNeeded: base), start: start)
    )
  }

  /// Appends the value of a relationship to its record's links and returns its index.
  func append(_ link: Link) -> Int {
    let index = links.append(link)
    let record = Int(link.record)
    let last = Int(records.base[record].lastLink)
    if last >= 0 {
      links.base[last].next = Int32(truncatingIfNeeded: index)
    } else {
      records.base[record].firstLink = Int32(truncatingIfNeeded: index)
    }
    records.base[record].lastLink = Int32(truncatingIfNeeded: index)
    return index
  }

  /// Appends an item to a relationship's value.
  func append(_ item: Item, to link: Int) {
    let index = Int32(truncatingIfNeeded: items.append(item))
    guard links.base[link].form != .fault else { return }
    let last = Int(links.base[link].lastItem)
    if last >= 0 { items.base[last].next = index } else { links.base[link].firstItem = index }
    links.base[link].lastItem = index
    links.base[link].count += 1
  }
}
