import RowsmithSchema

/// Memory for the bytes created while one root record is parsed: allocated piece by piece, released all at once.
final class Arena {
  private static let blockSize = 64 * 1024
  private static let maximumKept = 2 * 1024 * 1024
  /// Not accessed by other code during a change, so exclusivity checks are off.
  @exclusivity(unchecked) private var blocks: [UnsafeMutableBufferPointer<UInt8>] = []
  /// The block being filled, and how far it is.
  private var current = 0
  private var used = 0

  deinit { blocks.forEach { $0.deallocate() } }

  /// Allocates that many bytes; they do not move until `reset`.
  func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    while current < blocks.count {
      if let start = blocks[current].baseAddress, used + count <= blocks[current].count {
        defer { used += count }
        return start + used
      }
      current += 1
      used = 0
    }
    let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(count, Arena.blockSize))
    blocks.append(block)
    used = count
    return block.baseAddress ?? UnsafeMutablePointer(mutating: zeroLength)
  }

  /// Returns the end of the last allocation.
  func shrinkLast(by count: Int) { used -= count }

  /// A copy of the bytes.
  func copy(_ bytes: some Collection<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let start = allocate(max(1, bytes.count))
    var index = 0
    for byte in bytes {
      start[index] = byte
      index += 1
    }
    return UnsafeBufferPointer(start: start, count: bytes.count)
  }

  /// The value as a cell, with its bytes in the arena.
  func cell(_ value: StoredValue) -> Cell {
    switch value {
    case .null: return .null
    case .integer(let value): return Cell(value)
    case .real(let value): return Cell(value)
    case .text(let text):
      let bytes = copy(text.utf8)
      return Cell(text: bytes.baseAddress ?? zeroLength, count: bytes.count)
    case .blob(let data):
      let bytes = copy(data)
      return Cell(blob: bytes.baseAddress ?? zeroLength, count: bytes.count)
    }
  }

  /// Releases all memory for reuse, and frees what one unusually large record needed.
  func reset() {
    var kept = 0
    let firstTooMany = blocks.firstIndex { block in
      kept += block.count
      return kept > Arena.maximumKept
    }
    if let firstTooMany {
      blocks[firstTooMany...].forEach { $0.deallocate() }
      blocks.removeSubrange(firstTooMany...)
    }
    current = 0
    used = 0
  }
}
