import RowsmithSchema

/// A value that cannot be stored, found while a root record is parsed.
struct ValueFault {
  var reason: ImportError.Reason
  var message: String
  /// The first byte of the value.
  var at: UnsafePointer<UInt8>
  /// Whether the value is null although it is required.
  var isNull = false
  /// The member and path of the value, if it is not the attribute whose cell holds the fault.
  var place: Place?
  /// The key of the item that is the value, where a relationship has an object of them.
  var mapKey: String?
  /// What a wider model would allow.
  var contradiction: Contradiction?

  /// A member in the model and a path in the JSON.
  struct Place {
    var member: String
    var path: Schema.ImportPath?
  }
}

/// Shared by conversions while one root record is parsed: memory, faults, and notes for the report.
final class ConversionContext {
  /// Holds bytes that the document does not contain in the form needed.
  let arena: Arena
  /// Read for every record and never changed during a read, so exclusivity checks are off.
  @exclusivity(unchecked) private(set) var faults: [ValueFault] = []
  /// Values that their enumeration does not list, until they are reported.
  @exclusivity(unchecked) private(set) var unlisted: [(attribute: String, value: String)] = []

  /// Keys in objects of value types that the types do not mention, until they are reported.
  @exclusivity(unchecked) var unknownParts = UnknownParts()
  /// Whether such a key is a fault.
  var refusesUnknownParts = false
  /// Whether `[]` in place of an object counts as null.
  var readsEmptyArrays = false
  /// Members of value types, `Hour.place`, where one did, until they are reported.
  @exclusivity(unchecked) var emptyParts: [String] = []

  init(arena: Arena = Arena()) { self.arena = arena }

  /// Notes a fault and returns the cell that stands for it.
  func fault(
    _ message: String, at: UnsafePointer<UInt8>, reason: ImportError.Reason = .invalidValue,
    isNull: Bool = false, place: ValueFault.Place? = nil, contradiction: Contradiction? = nil
  ) -> Cell {
    faults.append(
      ValueFault(
        reason: reason, message: message, at: at, isNull: isNull, place: place, contradiction: contradiction))
    return Cell(bits: UInt64(faults.count - 1), kind: .fault)
  }

  /// Notes which member of a value type a cell is, if the cell is a fault without such a note.
  func notePart(_ cell: Cell, _ member: String, of type: String) {
    guard cell.kind == .fault, faults[Int(cell.bits)].contradiction?.part == nil else { return }
    faults[Int(cell.bits)].contradiction?.part = Contradiction.Part(type: type, member: member)
  }

  /// Notes under which key of an object of items a fault is, if it has no such note.
  func noteMapKey(_ key: StringToken, of fault: Int) {
    guard faults[fault].mapKey == nil else { return }
    let bytes = UnsafeBufferPointer(start: key.start, count: key.count)
    faults[fault].mapKey = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the fault is null for a required value.
  func isNullFault(_ index: Int) -> Bool { faults[index].isNull }

  /// The longest text or blob that SQLite stores.
  static let maximumLength = 1_000_000_000

  func tooLong(at start: UnsafePointer<UInt8>) -> Cell {
    fault("expected at most \(ConversionContext.maximumLength) bytes, which is what SQLite stores", at: start)
  }

  func noteUnlisted(_ attribute: String, _ text: UnsafeBufferPointer<UInt8>) {
    unlisted.append((attribute, String(decoding: text, as: UTF8.self)))
  }

  /// Removes the notes of a value in whose place another counts, those of what is in it, too.
  func forgetUnlisted(_ converter: ValueConverter, _ cell: Cell) {
    guard !unlisted.isEmpty, case .text(let text) = cell.stored else { return }
    guard converter.isArray || converter.values != nil else {
      return forgetUnlisted(converter.qualifiedName, text)
    }
    if let value = try? JSONValue(parsing: text) { forgetUnlisted(converter, inside: value) }
  }

  private func forgetUnlisted(_ converter: ValueConverter, inside value: JSONValue) {
    switch value {
    case .string(let text): forgetUnlisted(converter.qualifiedName, text)
    case .array(let items): items.forEach { forgetUnlisted(converter, inside: $0) }
    case .object:
      for member in converter.values?.attributes ?? [] {
        if let part = value[member.attribute.name] { forgetUnlisted(member.converter, inside: part) }
      }
    default: break
    }
  }

  /// Removes one note: those of equal values are alike.
  private func forgetUnlisted(_ attribute: String, _ text: String) {
    let place = unlisted.lastIndex { $0.attribute == attribute && $0.value == text }
    if let place { unlisted.remove(at: place) }
  }

  /// Notes a key that a value type does not mention; `path` leads to its object.
  func noteUnknown(_ key: UnsafeBufferPointer<UInt8>, under path: [String], in type: String) {
    unknownParts.note(key, under: path, in: type)
  }

  /// Resets faults and notes, not the arena, which has another owner.
  func reset() {
    if !faults.isEmpty { faults.removeAll(keepingCapacity: true) }
    if !unlisted.isEmpty { unlisted.removeAll(keepingCapacity: true) }
    if unknownParts.total > 0 { unknownParts = UnknownParts() }
    if !emptyParts.isEmpty { emptyParts.removeAll(keepingCapacity: true) }
  }

  /// The text of a string token; with a fault if it cannot be stored.
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
          "expected complete characters, found half of a surrogate pair (\\ud800-\\udfff)",
          at: token.start - 1)
      )
    }
  }
}
