import Foundation

/// Finds embedded objects that repeat an earlier one byte for byte: feeds repeat their authors, tags and places.
///
/// A repeated object is not parsed again, and if its row still holds its values, not looked up again. Memory is bounded:
/// when it is full, everything is forgotten.
final class RepeatedObjects {
  private struct Entry: BitwiseCopyable {
    /// The bytes of the object.
    var source: UnsafePointer<UInt8>
    var count: Int
    var entity: Int
    var depth: Int
    /// The indexes of its first cell in `cells`, and of its first key that the model does not mention in `unknowns`.
    var firstCell: Int
    var firstUnknown: Int
    var unknownCount: Int
    /// The row that held the object's values when `stamp` was taken.
    var row: Int64 = 0
    var stamp: UInt64 = 0
  }

  /// Smaller documents repeat little, and creating the tables below takes longer than that saves.
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
  /// Entries by the hash of the object's first bytes; the last one on a collision.
  private let slots: UnsafeMutablePointer<Int32>
  /// Write counts by hash of the row: after a write, a row may no longer hold what was known.
  private let writes: UnsafeMutablePointer<UInt32>
  private static let writeCount = 4096
  /// Starts at one, so that no stamp is zero.
  private var generation: UInt64 = 1
  /// How many objects were found since memory was last cleared.
  private var foundCount = 0
  /// Whether searching does not pay: a full memory of objects had few hits.
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

  /// Whether memory is full until `makeRoom`.
  private var isFull: Bool {
    entries.count >= RepeatedObjects.maximumEntries || usedBytes >= RepeatedObjects.maximumBytes
  }

  /// Clears memory if it is full. Cells that were returned become invalid.
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

  /// The entry of the object that begins here; `nil` if it is not known, or not complete in memory.
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

  /// The cells of the object, valid until `makeRoom`.
  func cells(_ index: Int) -> UnsafePointer<Cell> {
    UnsafePointer(cells.base + entries.base[index].firstCell)
  }

  /// The keys of the object that the model does not mention.
  func unknowns(_ index: Int) -> ArraySlice<(keys: SeenKeys, entry: Int32)> {
    let entry = entries.base[index]
    return unknowns[entry.firstUnknown..<entry.firstUnknown + entry.unknownCount]
  }

  /// Remembers an object and what was read from it; `nil` if there is no room.
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

  /// The slot of an object, by the hash of its first 64 bytes, or of those up to the first closing brace.
  @inline(__always)
  private static func slot(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, entity: Int) -> Int {
    let length = min(64, start.distance(to: end))
    var hash = UInt64(truncatingIfNeeded: entity) &+ 0x9E37_79B9_7F4A_7C15
    var offset = 0
    // The last word may reach past the end: there is room behind the window, and the brace comes earlier.
    while offset < length {
      let word = UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self)
      // Bytes with a brace become zero; the lowest zero byte is found exactly.
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
  /// The row that still holds all of the object's values; `nil` if that is not certain.
  @inline(__always)
  func row(_ index: Int, table: Int) -> Int64? {
    let entry = entries.base + index
    return entry.pointee.stamp == stamp(entry.pointee.row, table: table) ? entry.pointee.row : nil
  }

  /// Notes that a row now holds all of the object's values.
  func noteRow(_ row: Int64, of index: Int, table: Int) {
    entries.base[index].row = row
    entries.base[index].stamp = stamp(row, table: table)
  }

  /// Notes another write to a row.
  func noteWrite(to row: Int64, table: Int) { writes[bucket(row, table: table)] &+= 1 }

  /// Forgets which rows hold what: the writes may have been rolled back.
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
