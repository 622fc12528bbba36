import RowsmithSchema

/// How stored values of one attribute type become values of another.
struct ValueConversion: Sendable, Hashable {
  /// The type that the values have.
  var from: Schema.AttributeType
  /// How the JSON wrote them, if they are dates.
  var fromDateFormats: [DateFormat]
  /// The type that they are to have.
  var to: Schema.AttributeType
  /// How the JSON writes them from now on, if they are to be dates.
  var toDateFormats: [DateFormat]
  /// How values of several parts become others, where they are stored otherwise.
  var values: ListedValueConversion?

  /// The SQL function that converts: its arguments are the place of the conversion in the list and the value. It gives
  /// NULL for what cannot be converted.
  static let function = "_rowsmith_convert"
  /// The SQL function that says whether nothing is lost, with the same arguments.
  static let test = "_rowsmith_converts"

  init(from old: Schema.Attribute, to new: Schema.Attribute) {
    from = old.type
    fromDateFormats = old.dateFormats
    to = new.type
    toDateFormats = new.dateFormats
  }

  /// Whether every stored value is one of the new type as it is.
  var keepsValues: Bool {
    if values != nil || spellsDates { return false }
    return switch (from, to) {
    case (.scalar(let one), .scalar(let other)): ValueConversion.keepsValues(one, other)
    case (.array(let one), .array(let other)): ValueConversion.keepsItems(one, other)
    case (.array, .scalar(.json)): true
    default: false
    }
  }

  /// Whether dates become text or JSON, which then is what the JSON had in their place.
  var spellsDates: Bool {
    guard from == .scalar(.date) || from == .array(.date) else { return false }
    switch to {
    case .scalar(.string), .scalar(.enumeration), .scalar(.json): return true
    case .array(.string), .array(.enumeration): return true
    default: return false
    }
  }

  private static func keepsValues(_ one: Schema.ScalarType, _ other: Schema.ScalarType) -> Bool {
    switch (one, other) {
    case (.bool, .int): true
    case (.decimal, .string), (.decimal, .enumeration), (.decimal, .json): true
    default: one == other || (isWord(one) && isText(other))
    }
  }

  private static func keepsItems(_ one: Schema.ScalarType, _ other: Schema.ScalarType) -> Bool {
    one == other || (isWord(one) && isText(other)) || (one == .data && isText(other))
  }

  /// Whether values are text that stands in JSON as a string.
  private static func isWord(_ type: Schema.ScalarType) -> Bool {
    switch type {
    case .string, .date, .uuid, .url, .enumeration: true
    default: false
    }
  }

  /// Whether any text is a value.
  private static func isText(_ type: Schema.ScalarType) -> Bool {
    switch type {
    case .string, .enumeration: true
    default: false
    }
  }
}
