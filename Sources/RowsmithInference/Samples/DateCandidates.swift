import RowsmithSchema

/// The date formats that fit all texts at a place.
struct DateCandidates {
  /// A format to try.
  struct Candidate: Sendable {
    /// Its name in `DateFormat`.
    var name: String
    var format: CompiledDateFormat
    /// The format that reads the same texts with day and month swapped.
    var twin: String?
  }

  /// The formats, most likely first. The first that writes the same text wins.
  static let all: [Candidate] = {
    let formats: [(name: String, format: DateFormat, twin: String?)] =
      [("iso8601", .iso8601, nil), ("rfc1123", .rfc1123, nil), ("iso8601Basic", .iso8601Basic, nil)]
      + patterns.map { ($0.pattern, .pattern($0.pattern), $0.twin) }
    return formats.compactMap { name, format, twin in
      (try? CompiledDateFormat(format)).map { Candidate(name: name, format: $0, twin: twin) }
    }
  }()

  private static let patterns: [(pattern: String, twin: String?)] =
    [
      "yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm:ss Z", "yyyy-MM-dd HH:mm:ss.SSS",
      "yyyy-MM-dd HH:mm", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss.SSS", "yyyy-MM-dd'T'HH:mm:ssZ",
      "yyyy-MM-dd'T'HH:mm:ss.SSSZ", "yyyy-MM-dd'T'HH:mm", "yyyyMMdd'T'HHmmss", "yyyy/MM/dd",
      "yyyy/MM/dd HH:mm:ss",
      "yyyy/MM/dd HH:mm", "yyyy.MM.dd", "EEE MMM dd HH:mm:ss Z yyyy", "EEE, dd MMM yyyy HH:mm:ss Z",
      "dd MMM yyyy HH:mm:ss Z", "MMM d, yyyy", "MMMM d, yyyy", "MMM d yyyy", "MMMM d yyyy", "d MMM yyyy",
      "d MMMM yyyy", "dd-MMM-yyyy",
      "EEE, dd MMM yyyy", "dd.MM.yyyy", "dd.MM.yyyy HH:mm", "dd.MM.yyyy HH:mm:ss",
    ].map { ($0, nil) }
    + [
      ("dd/MM/yyyy", "MM/dd/yyyy"), ("MM/dd/yyyy", "dd/MM/yyyy"),
      ("dd/MM/yyyy HH:mm", "MM/dd/yyyy HH:mm"), ("MM/dd/yyyy HH:mm", "dd/MM/yyyy HH:mm"),
      ("dd/MM/yyyy HH:mm:ss", "MM/dd/yyyy HH:mm:ss"), ("MM/dd/yyyy HH:mm:ss", "dd/MM/yyyy HH:mm:ss"),
      ("dd-MM-yyyy", "MM-dd-yyyy"), ("MM-dd-yyyy", "dd-MM-yyyy"),
    ]

  private static let basic = all.firstIndex { $0.name == "iso8601Basic" }

  /// The number of texts that are written back and compared.
  private static let rewritten = 128

  /// A bit for each format that reads all texts.
  private(set) var readable = UInt64.max >> UInt64(64 - all.count)
  /// A bit for each format that writes all texts back unchanged.
  private(set) var exact = UInt64.max >> UInt64(64 - all.count)
  private(set) var count = 0
  /// Whether a text has more fractional digits than a date keeps.
  private(set) var isFiner = false
  /// Whether a text is in a leap second, which a date does not tell from the next one.
  private(set) var isLeap = false
  /// Whether a text has an offset from UTC other than zero.
  private(set) var hasOffset = false
  /// Whether a text with a time has no offset.
  private(set) var isLocal = false
  /// Whether a text is a day without a time.
  private(set) var hasDay = false

  var isEmpty: Bool { readable == 0 }

  /// Whether a format writes the texts back unchanged, so that two different texts are two dates.
  var isExact: Bool { readable & exact != 0 && !isFiner && !hasOffset && !isLeap }

  /// The formats, best first.
  var formats: [Candidate] {
    let names = Self.all.indices.filter { readable & 1 << UInt64($0) != 0 }
    let best = names.filter { exact & 1 << UInt64($0) != 0 }
    return (best + names.filter { !best.contains($0) }).map { Self.all[$0] }
  }

  mutating func check(_ text: UnsafeBufferPointer<UInt8>) {
    // Every format has a digit and at least 8 and at most 40 characters.
    guard text.count >= 8, text.count <= 40, text.contains(where: { $0 &- 48 <= 9 }) else {
      return readable = 0
    }
    count += 1
    var rest = readable
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      let format = Self.all[index].format
      // Eight digits alone may be any number.
      let isVague = index == Self.basic && !text.contains(UInt8(ascii: "T"))
      guard !isVague, let milliseconds = format.milliseconds(parsing: text) else {
        readable &= ~(1 << UInt64(index))
        continue
      }
      guard count <= Self.rewritten, exact & 1 << UInt64(index) != 0 else { continue }
      var written = format.string(milliseconds: milliseconds)
      let isSame = written.withUTF8 { $0.elementsEqual(text) }
      if !isSame { exact &= ~(1 << UInt64(index)) }
    }
    if readable == 0 { return }
    if let time = Self.time(of: text) { noteTime(time) } else { hasDay = true }
  }

  /// Notes what a date does not keep of a time.
  private mutating func noteTime(_ time: Slice<UnsafeBufferPointer<UInt8>>) {
    let zone = time.drop { $0 != UInt8(ascii: "Z") && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }
    let offset = zone.dropFirst().prefix { $0 &- 48 <= 9 || $0 == UInt8(ascii: ":") }
    hasOffset = hasOffset || offset.contains { $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") }
    isLocal = isLocal || zone.isEmpty
    let fraction = time.drop { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ",") }
    let digits = fraction.dropFirst().prefix { $0 &- 48 <= 9 }
    let second = time.dropFirst().drop { $0 != UInt8(ascii: ":") }
    isLeap = isLeap || second.starts(with: ":60".utf8)
    isFiner = isFiner || digits.dropFirst(3).contains { $0 != UInt8(ascii: "0") }
  }

  /// The text from its first colon, or from the `T` of a format without separators; `nil` if there is only a day.
  private static func time(of text: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>>? {
    if let colon = text.firstIndex(of: UInt8(ascii: ":")) { return text[colon...] }
    // Without separators.
    guard let first = text.first, first &- 48 <= 9 else { return nil }
    return text.firstIndex(of: UInt8(ascii: "T")).map { text[$0...] }
  }

  mutating func merge(_ other: DateCandidates) {
    readable &= other.readable
    exact &= other.exact
    count += other.count
    isFiner = isFiner || other.isFiner
    isLeap = isLeap || other.isLeap
    hasOffset = hasOffset || other.hasOffset
    isLocal = isLocal || other.isLocal
    hasDay = hasDay || other.hasDay
  }
}
