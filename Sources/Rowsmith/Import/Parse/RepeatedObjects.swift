import Foundation

/// Embedded objects that were in the document before, byte for byte: feeds repeat their authors, tags and places.
///
/// Such an object is not parsed again, and where its row still holds what it says, not looked up again either. What
/// is remembered is bounded, and forgotten all at once when there is too much of it.
final class RepeatedObjects {
  private struct Entry: BitwiseCopyable {
    /// The bytes of the object.
    var source: UnsafePointer<UInt8>
    var count: Int
    var entity: Int
    var depth: Int
    /// The place of its cells in `cells`, and of the keys that the model does not mention in `unknowns`.
    var firstCell: Int
    var firstUnknown: Int
    var unknownCount: Int
    /// The row that held what the object says when `stamp` was taken.
    var row: Int64 = 0
    var stamp: UInt64 = 0
  }

  /// In a smaller document little comes again, and making the tables below takes longer than that.
  static let minimumBytes = 16 * 1024
  private static let maximumEntries = 8192
  private static let maximumBytes = 2 * 1024 * 1024
  /// Longer objects are not worth the memory.
  private static let maximumLength = 2048
  private static let slotCount = 2 * maximumEntries
  private static let noEntry: Int32 = -1

  private var arena = Arena()
  private var usedBytes = 0
  private let entries = Slab<Entry>()
  private let cells = Slab<Cell>()
  @exclusivity(unchecked) private var unknowns: [(keys: SeenKeys, entry: Int32)] = []
  /// The entry whose object begins with bytes of that hash: the last one, where there are several.
  private let slots: UnsafeMutablePointer<Int32>
  /// How often rows were written, by a part of their hash: what was known of such a row may no longer be so.
  private let writes: UnsafeMutablePointer<UInt32>
  private static let writeCount = 4096
  /// Counts from one, so that no stamp is zero.
  private var generation: UInt64 = 1
  /// How many objects were found since there was room.
  private var foundCount = 0
  /// Whether looking is not worth it: a memory full of objects was of little use.
  private(set) var isGivenUp = false

  init() {
    slots = .allocate(capacity: RepeatedObjects.slotCount)
    slots.initialize(repeating: RepeatedObjects.noEntry, count: RepeatedObjects.slotCount)
    writes = .allocate(capacity: RepeatedObjects.writeCount)
    writes.initialize(repeating: 0, count: RepeatedObjects.writeCount)
  }

  deinit {
    slots.deallocate()
    writes.deallocate()
  }

  /// Whether there is no more room until `makeRoom`.
  private var isFull: Bool {
    entries.count >= RepeatedObjects.maximumEntries || usedBytes >= RepeatedObjects.maximumBytes
  }

  /// Forgets everything where there is no more room. Cells that were given out are no longer valid.
  func makeRoom() {
    guard isFull else { return }
    isGivenUp = foundCount < entries.count / 8
    foundCount = 0
    slots.update(repeating: RepeatedObjects.noEntry, count: RepeatedObjects.slotCount)
    entries.removeAll()
    cells.removeAll()
    unknowns.removeAll(keepingCapacity: true)
    arena = Arena()
    usedBytes = 0
  }

  /// The entry of the object that begins here; nil where it has not been seen as a whole.
  @inline(__always)
  func find(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, entity: Int, depth: Int) -> Int? {
    let index = Int(slots[RepeatedObjects.slot(start, end: end, entity: entity)])
    guard index >= 0 else { return nil }
    let entry = entries.base + index
    let count = entry.pointee.count
    guard entry.pointee.entity == entity, depth <= entry.pointee.depth, start.distance(to: end) >= count,
      memcmp(start, entry.pointee.source, count) == 0
    else { return nil }
    foundCount += 1
    return index
  }

  /// The length of the object in bytes.
  func length(_ index: Int) -> Int { entries.base[index].count }

  /// The cells of the object, which stay where they are until `makeRoom`.
  func cells(_ index: Int) -> UnsafePointer<Cell> {
    UnsafePointer(cells.base + entries.base[index].firstCell)
  }

  /// The keys of the object that the model does not mention.
  func unknowns(_ index: Int) -> ArraySlice<(keys: SeenKeys, entry: Int32)> {
    let entry = entries.base[index]
    return unknowns[entry.firstUnknown..<entry.firstUnknown + entry.unknownCount]
  }

  /// Remembers an object and what was read from it; nil where there is no room.
  func remember(
    _ source: UnsafeBufferPointer<UInt8>, entity: Int, depth: Int, cells: UnsafeBufferPointer<Cell>,
    unknowns: some Sequence<(keys: SeenKeys, entry: Int32)>
  ) -> Int? {
    guard let start = source.baseAddress, source.count <= RepeatedObjects.maximumLength, !isFull else {
      return nil
    }
    let slot = RepeatedObjects.slot(start, end: start + source.count, entity: entity)
    let copy = keep(start, count: source.count)
    let firstCell = self.cells.count
    for var cell in cells {
      if cell.kind == .text || cell.kind == .blob {
        let offset = start.distance(to: cell.bytes)
        let isInside = offset >= 0 && offset < source.count
        let bytes = isInside ? copy + offset : keep(cell.bytes, count: Int(cell.count))
        cell.bits = UInt64(UInt(bitPattern: bytes))
      }
      self.cells.append(cell)
    }
    let firstUnknown = self.unknowns.count
    self.unknowns.append(contentsOf: unknowns)
    let index = entries.append(
      Entry(
        source: copy, count: source.count, entity: entity, depth: depth, firstCell: firstCell,
        firstUnknown: firstUnknown, unknownCount: self.unknowns.count - firstUnknown))
    slots[slot] = Int32(truncatingIfNeeded: index)
    return index
  }

  private func keep(_ bytes: UnsafePointer<UInt8>, count: Int) -> UnsafePointer<UInt8> {
    usedBytes += count
    let copy = arena.allocate(max(1, count))
    copy.update(from: bytes, count: count)
    return UnsafePointer(copy)
  }

  /// Where an object is found: by its first bytes, 64 of them or those up to the first brace that closes.
  @inline(__always)
  private static func slot(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, entity: Int) -> Int {
    let length = min(64, start.distance(to: end))
    var hash = UInt64(truncatingIfNeeded: entity) &+ 0x9E37_79B9_7F4A_7C15
    var offset = 0
    // The last word may reach beyond the end: there is room behind the window, and the brace comes before.
    while offset < length {
      let word = UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self)
      // Zero bytes where there is a brace; the lowest of them is found without error.
      let difference = word ^ 0x7D7D_7D7D_7D7D_7D7D
      let braces = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if braces != 0 {
        hash = mix(hash, word & (braces ^ (braces &- 1)))
        break
      }
      hash = mix(hash, word)
      offset += 8
    }
    return Int(truncatingIfNeeded: hash >> 32) & (slotCount - 1)
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }
}

extension RepeatedObjects {
  /// The row that still holds all that the object says; nil where there may be none.
  @inline(__always)
  func row(_ index: Int, table: Int) -> Int64? {
    let entry = entries.base + index
    return entry.pointee.stamp == stamp(entry.pointee.row, table: table) ? entry.pointee.row : nil
  }

  /// Notes that a row now holds all that the object says.
  func noteRow(_ row: Int64, of index: Int, table: Int) {
    entries.base[index].row = row
    entries.base[index].stamp = stamp(row, table: table)
  }

  /// Notes that something else was written into a row.
  func noteWrite(to row: Int64, table: Int) { writes[bucket(row, table: table)] &+= 1 }

  /// Forgets which rows hold what: they may have been taken back.
  func forgetRows() { generation += 1 }

  @inline(__always)
  private func stamp(_ row: Int64, table: Int) -> UInt64 {
    generation << 32 | UInt64(writes[bucket(row, table: table)])
  }

  @inline(__always)
  private func bucket(_ row: Int64, table: Int) -> Int {
    let key = UInt64(bitPattern: row) ^ UInt64(truncatingIfNeeded: table) << 48
    return Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40) & (RepeatedObjects.writeCount - 1)
  }
}
