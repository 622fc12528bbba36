import RowsmithSchema

/// How stored values of one attribute type are converted to another.
struct ValueConversion: Sendable, Hashable {
  /// The old type.
  var from: Schema.AttributeType
  /// The spelling of the values in JSON before, if they were dates.
  let fromDateFormats: [DateFormat]
  /// The new type.
  var to: Schema.AttributeType
  /// The spelling of the values in JSON from now on, if they become dates.
  let toDateFormats: [DateFormat]
  /// These formats, ready for use.
  let compiledDates: ConversionDates
  /// The conversion of values of several parts, if they are stored differently.
  var values: ListedValueConversion?
  /// Whether the new values are keys: `24.90` and `24.9` are the same number, so both become the shorter, as in an import.
  var isKey = false

  /// The SQL function that converts. Its arguments are the index of the conversion in the list and the value. It returns NULL
  /// for what cannot be converted.
  static let function = "_rowsmith_convert"
  /// The SQL function that tells whether nothing is lost, with the same arguments.
  static let test = "_rowsmith_converts"

  /// Makes keys of decimals.
  static let decimalKey: ValueConversion = {
    let attribute = Schema.Attribute(name: "", type: .scalar(.decimal), importPaths: [], exportPath: nil)
    var conversion = ValueConversion(from: attribute, to: attribute)
    conversion.isKey = true
    return conversion
  }()

  init(from old: Schema.Attribute, to new: Schema.Attribute) {
    from = old.type
    fromDateFormats = old.dateFormats
    to = new.type
    toDateFormats = new.dateFormats
    compiledDates = ConversionDates(from: old, to: new)
  }

  /// Whether every stored value is valid for the new type without conversion.
  var keepsValues: Bool {
    if values != nil || spellsDates || isKey { return false }
    return switch (from, to) {
    case (.scalar(let one), .scalar(let other)): ValueConversion.keepsValues(one, other)
    case (.array(let one), .array(let other)): ValueConversion.keepsItems(one, other)
    // They are stored as text, and numbers in JSON.
    case (.array(.decimal), .scalar(.json)): false
    case (.array, .scalar(.json)): true
    default: false
    }
  }

  /// Whether dates become text or JSON, spelled as they were in the imported JSON.
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

  /// Whether values are stored as text and are strings in JSON.
  private static func isWord(_ type: Schema.ScalarType) -> Bool {
    switch type {
    case .string, .date, .uuid, .url, .enumeration: true
    default: false
    }
  }

  /// Whether any text is a valid value.
  private static func isText(_ type: Schema.ScalarType) -> Bool {
    switch type {
    case .string, .enumeration: true
    default: false
    }
  }
}
