import RowsmithSchema

/// A value that cannot be stored, found while a root record is parsed.
struct ValueFault {
  var reason: ImportError.Reason
  var message: String
  /// The first byte of the value.
  var at: UnsafePointer<UInt8>
  /// Whether the value is null where one is required.
  var isNull = false
  /// What the value is, where that is not the attribute whose cell stands for the fault.
  var place: Place?
  /// What a wider model would allow.
  var contradiction: Contradiction?

  /// A place of the model, and of the JSON.
  struct Place {
    var member: String
    var path: Schema.ImportPath?
  }
}

/// What conversions share while one root record is parsed: memory, faults, and notes for the report.
final class ConversionContext {
  /// Holds bytes that are not in the document as they are needed.
  let arena: Arena
  /// Looked at for every record, and in nobody's hands while it is changed: so the accesses are not checked.
  @exclusivity(unchecked) private(set) var faults: [ValueFault] = []
  /// Values that their enumeration does not list, not yet in the report.
  @exclusivity(unchecked) private(set) var unlisted: [(attribute: String, value: String)] = []

  /// Keys in objects of value types that these do not mention, not yet in the report.
  @exclusivity(unchecked) var unknownParts = UnknownParts()
  /// Whether such a key is a fault.
  var refusesUnknownParts = false

  init(arena: Arena = Arena()) { self.arena = arena }

  /// Notes a fault and makes the cell that stands for it.
  func fault(
    _ message: String, at: UnsafePointer<UInt8>, reason: ImportError.Reason = .invalidValue,
    isNull: Bool = false, place: ValueFault.Place? = nil, contradiction: Contradiction? = nil
  ) -> Cell {
    faults.append(
      ValueFault(
        reason: reason, message: message, at: at, isNull: isNull, place: place, contradiction: contradiction))
    return Cell(bits: UInt64(faults.count - 1), kind: .fault)
  }

  /// Notes which member of a value type a cell is, if it is a fault and is not one inside that.
  func notePart(_ cell: Cell, _ member: String, of type: String) {
    guard cell.kind == .fault, faults[Int(cell.bits)].contradiction?.part == nil else { return }
    faults[Int(cell.bits)].contradiction?.part = Contradiction.Part(type: type, member: member)
  }

  /// Whether the fault is a null where a value is required.
  func isNullFault(_ index: Int) -> Bool { faults[index].isNull }

  /// The longest text or blob that SQLite stores.
  static let maximumLength = 1_000_000_000

  func tooLong(at start: UnsafePointer<UInt8>) -> Cell {
    fault("expected at most \(ConversionContext.maximumLength) bytes, which is what SQLite stores", at: start)
  }

  func noteUnlisted(_ attribute: String, _ text: UnsafeBufferPointer<UInt8>) {
    unlisted.append((attribute, String(decoding: text, as: UTF8.self)))
  }

  /// Notes a key that a value type does not mention, under the keys that lead to its object.
  func noteUnknown(_ key: UnsafeBufferPointer<UInt8>, under path: [String], in type: String) {
    unknownParts.note(key, under: path, in: type)
  }

  /// Forgets faults and notes. The arena is its owner's.
  func reset() {
    if !faults.isEmpty { faults.removeAll(keepingCapacity: true) }
    if !unlisted.isEmpty { unlisted.removeAll(keepingCapacity: true) }
    if unknownParts.total > 0 { unknownParts = UnknownParts() }
  }

  /// The text of a string token; nil, with the fault, where it cannot be stored.
  @inline(__always)
  func text(_ token: StringToken) -> (bytes: UnsafeBufferPointer<UInt8>, fault: Cell?) {
    let bytes = UnsafeBufferPointer(start: token.start, count: token.count)
    if token.count > ConversionContext.maximumLength { return (bytes, tooLong(at: token.start)) }
    return token.hasEscapes ? unescaped(token) : (bytes, nil)
  }

  private func unescaped(_ token: StringToken) -> (bytes: UnsafeBufferPointer<UInt8>, fault: Cell?) {
    let output = arena.allocate(token.count)
    let (count, fault) = unescape(token, into: output)
    arena.shrinkLast(by: token.count - count)
    let bytes = UnsafeBufferPointer(start: UnsafePointer(output), count: count)
    switch fault {
    case nil: return (bytes, nil)
    case .nul:
      return (
        bytes,
        self.fault(
          "expected text without U+0000, found \\u0000; most readers would cut it there", at: token.start - 1)
      )
    case .loneSurrogate:
      return (
        bytes,
        self.fault(
          "expected whole characters, found half of a surrogate pair (\\ud800-\\udfff)", at: token.start - 1)
      )
    }
  }
}
