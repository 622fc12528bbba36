import RowsmithSchema

/// A summary of the texts at a place.
struct StringShape {
  /// Kinds of text that have a type in the model.
  struct Kinds: OptionSet {
    var rawValue: UInt8
    /// UUIDs in lowercase, which are stored unchanged.
    static let uuid = Kinds(rawValue: 1)
    /// UUIDs, some of them in uppercase.
    static let uuidInCapitals = Kinds(rawValue: 2)
    /// URLs with a scheme and a host.
    static let url = Kinds(rawValue: 4)
    static let base64 = Kinds(rawValue: 8)
    /// Numbers in the notation of Decimal.
    static let decimal = Kinds(rawValue: 16)
    /// Whole numbers that fit 64 bits.
    static let integer = Kinds(rawValue: 32)
    /// Only letters and digits.
    static let code = Kinds(rawValue: 64)
    static let all: Kinds = [.uuid, .uuidInCapitals, .url, .base64, .decimal, .integer, .code]
  }

  /// A value and how often it occurred.
  struct Value {
    var text: String
    var hash: UInt64
    var count: Int
  }

  /// The most values that are listed.
  static let maximumValues = 24
  /// The longest text in a list of words.
  private static let maximumLength = 64

  private(set) var count = 0
  private(set) var shortest = Int.max
  private(set) var longest = 0
  private(set) var kinds = Kinds.all
  private(set) var dates = DateCandidates()
  /// Whether a text is base64 with padding, which no other text resembles.
  private(set) var isPadded = false
  /// Every value, in the order first seen; `nil` if there are too many or one is too long.
  private(set) var values: [Value]? = []
  /// Whether a text is invalid for the type String: it has half a surrogate pair, or U+0000.
  var hasFault = false
  private(set) var sketch = ValueSketch()
  /// Whether the texts are all different, and short.
  private var distinct = DistinctValues()
  /// Whether the texts are fields of a table, which has only text.
  var isOfTable = false
  /// The first text; empty if it is long.
  private(set) var first = ""
  private static let maximumFirst = 512

  /// Adds a text.
  ///
  /// - Returns: its hash.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    count += 1
    if count == 1, text.count <= Self.maximumFirst { first = String(decoding: text, as: UTF8.self) }
    if text.count < shortest { shortest = text.count }
    if text.count > longest { longest = text.count }
    let hash = SampleHash.of(text)
    sketch.add(hash)
    if text.count <= Self.maximumLength { distinct.add(hash) } else { distinct.giveUp() }
    if values != nil { note(text, hash) }
    if !kinds.isEmpty { check(text) }
    if !dates.isEmpty { dates.check(text) }
    return hash
  }

  mutating func merge(_ other: StringShape) {
    if first.isEmpty { first = other.first }
    isOfTable = isOfTable || other.isOfTable
    count += other.count
    shortest = min(shortest, other.shortest)
    longest = max(longest, other.longest)
    kinds.formIntersection(other.kinds)
    dates.merge(other.dates)
    isPadded = isPadded || other.isPadded
    hasFault = hasFault || other.hasFault
    sketch.merge(other.sketch)
    distinct.merge(other.distinct)
    guard let others = other.values else { return values = nil }
    for value in others { add(value) }
  }

  /// Whether no text came twice, as far as is known of very many.
  var areDistinct: Bool { distinct.areDistinct && sketch.isUnique }

  private mutating func note(_ text: UnsafeBufferPointer<UInt8>, _ hash: UInt64) {
    if let index = values?.firstIndex(where: { $0.hash == hash }) {
      values?[index].count += 1
    } else if text.count > Self.maximumLength {
      values = nil
    } else {
      add(Value(text: String(decoding: text, as: UTF8.self), hash: hash, count: 1))
    }
  }

  private mutating func add(_ value: Value) {
    if let index = values?.firstIndex(where: { $0.hash == value.hash }) {
      values?[index].count += value.count
    } else if let count = values?.count, count < Self.maximumValues {
      values?.append(value)
    } else {
      values = nil
    }
  }

  private mutating func check(_ text: UnsafeBufferPointer<UInt8>) {
    if !kinds.isDisjoint(with: [.uuid, .uuidInCapitals]) {
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: UUIDText.byteCount) { room in
        guard let start = room.baseAddress else { return }
        switch UUIDText.canonicalize(text, into: start) {
        case .alreadyCanonical: break
        case .written: kinds.remove(.uuid)
        case .invalid: kinds.subtract([.uuid, .uuidInCapitals])
        }
      }
    }
    if kinds.contains(.url), !Self.isAddress(text) { kinds.remove(.url) }
    if kinds.contains(.base64), !isBase64(text) { kinds.remove(.base64) }
    if !kinds.isDisjoint(with: [.decimal, .integer]) { checkNumber(text) }
    if kinds.contains(.code), text.count > Self.longestCode || !Self.isCode(text) { kinds.remove(.code) }
  }

  /// Whether the texts are codes of equal length and all distinct: `EUR`, `00M`.
  var areUniqueCodes: Bool {
    kinds.contains(.code) && dates.isEmpty && shortest == longest && longest > 1
      && count >= Self.enoughCodes && areDistinct
  }
  /// Fewer codes prove little.
  private static let enoughCodes = 20
  private static let longestCode = 12

  private static func isCode(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.allSatisfy { ($0 | 0x20) &- 97 < 26 || $0 &- 48 < 10 }
  }

  private mutating func checkNumber(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= 38, NumberScan(text, .json) != nil,
      !text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
    else { return kinds.subtract([.decimal, .integer]) }
    if text.count > 18 || text.contains(UInt8(ascii: ".")) { kinds.remove(.integer) }
  }

  /// Whether a text is `scheme://host…`.
  private static func isAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let colon = text.prefix(12).firstIndex(of: UInt8(ascii: ":")), colon > 1, text.count > colon + 3,
      text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/")
    else { return false }
    return URLText.isValid(text)
  }

  private mutating func isBase64(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 16, let count = Base64.decodedCount(text) else { return false }
    let isWhole = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) {
      Base64.decode(text, into: $0) == count
    }
    if isWhole, text.last == UInt8(ascii: "=") { isPadded = true }
    return isWhole
  }
}
