import RowsmithSchema

/// Reads the JSON value of one attribute into a cell.
final class ValueConverter {
  let type: Schema.ScalarType
  let isArray: Bool
  let isOptional: Bool
  let coerces: Bool
  /// Whether the values are part of a key: equal numbers must then be spelled alike.
  let isKey: Bool
  /// Whether the values are keys that a relationship reads.
  let isReference: Bool
  let dates: CompiledDateFormatList
  private let dateFormats: [DateFormat]
  /// Reads values of several parts, if the type is a value type.
  let values: ValueReader?
  /// Whether the value is not a single token, or is read by the app.
  let isWhole: Bool
  /// The values of the enumeration; `nil` for other types.
  let listed: KeyMap?
  let builtIn: BuiltInTransform?
  let transform: AttributeTransform?
  /// The name of a transform that only the app has; `nil` if no transform is missing.
  let missingTransform: String?
  let attributeName: String
  /// `Album.status`, for the report.
  let qualifiedName: String

  init(
    _ attribute: Schema.Attribute, of entity: String, isKey: Bool, isReference: Bool = false,
    enumeration: Schema.Enumeration?, transform: AttributeTransform?, values: ValueReader? = nil
  ) throws {
    self.values = values
    self.isKey = isKey
    self.isReference = isReference
    switch attribute.type {
    case .scalar(let type): (self.type, isArray) = (type, false)
    case .array(let type): (self.type, isArray) = (type, true)
    }
    isOptional = attribute.isOptional
    coerces = attribute.coerces
    dateFormats = attribute.dateFormats
    dates = try CompiledDateFormatList(dateFormats)
    attributeName = attribute.name
    qualifiedName = "\(entity).\(attribute.name)"
    listed = enumeration.map { enumeration in
      let listed = KeyMap(path: [])
      for value in enumeration.values { listed.add(.attribute(index: 0, priority: 0), for: value) }
      return listed
    }
    builtIn = attribute.transform.flatMap(BuiltInTransform.init(rawValue:))
    self.transform = transform
    missingTransform = builtIn == nil && transform == nil ? attribute.transform : nil
    isWhole =
      transform != nil || missingTransform != nil || isArray || type == .json || values != nil
  }

  /// Reads and converts a value. Throws only if it is not JSON; a value that cannot be stored becomes a fault.
  @inline(__always)
  func convert(_ scanner: inout JSONScanner, depth: Int, _ context: ConversionContext) throws -> Cell {
    let byte = scanner.peek()
    if isWhole {
      return try convertWhole(&scanner, depth: depth, context)
    }
    if byte == UInt8(ascii: "\"") {
      let token = try scanner.readString(expected: "a string")
      let (text, fault) = context.text(token)
      if let fault { return fault }
      return convert(text: text, at: token.start - 1, context)
    }
    if byte == UInt8(ascii: "-") || byte &- 0x30 < 10 {
      return convert(number: try scanner.readNumber(), context)
    }
    return try convertOther(&scanner, depth: depth, context)
  }

  /// Reads a literal, or a container where none is allowed.
  private func convertOther(
    _ scanner: inout JSONScanner, depth: Int, _ context: ConversionContext
  ) throws -> Cell {
    let start = scanner.p
    switch start.pointee {
    case UInt8(ascii: "n"):
      try scanner.takeLiteral("null")
      return null(at: start, context)
    case UInt8(ascii: "t"):
      try scanner.takeLiteral("true")
      return convert(bool: true, at: start, context)
    case UInt8(ascii: "f"):
      try scanner.takeLiteral("false")
      return convert(bool: false, at: start, context)
    default:
      try scanner.skipValue(depth: depth)
      return mismatch(at: start, end: scanner.p, context)
    }
  }

  /// Null, or a fault if a value is required.
  func null(at: UnsafePointer<UInt8>, _ context: ConversionContext) -> Cell {
    isOptional
      ? .null
      : context.fault(
        "expected \(expectation), found null; '\(attributeName)' is required", at: at, reason: .missingValue,
        isNull: true, contradiction: Contradiction(.null))
  }

  /// The fault of an object that lacks a member, or has null for it.
  func lacking(
    at start: UnsafePointer<UInt8>, in type: String, isNull: Bool = false, _ context: ConversionContext
  ) -> Cell {
    context.fault(
      "expected \(expectation), found \(isNull ? "null" : "nothing"); '\(attributeName)' is required in \(type)",
      at: start, reason: .missingValue, contradiction: Contradiction(isNull ? .null : .nothing))
  }

  /// The fault of a value of the wrong kind.
  func mismatch(
    at: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, hint: String = "", isItem: Bool = false,
    _ context: ConversionContext
  ) -> Cell {
    let found = excerpt(at, to: end)
    return context.fault(
      "expected \(expectation), found \(found)\(hint)", at: at,
      contradiction: Contradiction(valueAt: at, excerpt: found, isItem: isItem))
  }

  /// What the attribute accepts, for messages.
  var expectation: String {
    let one =
      switch type {
      case .int: "an integer"
      case .double: "a number"
      case .decimal: "a number or a decimal in a string"
      case .bool: "true or false"
      case .string: "a string"
      case .date: "a date (\(dateForms))"
      case .uuid: "a UUID in a string"
      case .url: "a URL in a string"
      case .data: "base64 in a string"
      case .json: "a value"
      case .enumeration(let name): "a string (\(name))"
      case .value(let name): "an object (\(name))"
      }
    return isArray ? "an array, each item \(one)" : one
  }

  /// The model's date formats, for messages.
  private var dateForms: String {
    (dateFormats.isEmpty ? [.iso8601] : dateFormats).map(\.form).joined(separator: " or ")
  }
}

/// The start of a JSON value, short enough for a message.
func excerpt(_ start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> String {
  let length = start.distance(to: end)
  let text = String(decoding: UnsafeBufferPointer(start: start, count: min(length, 60)), as: UTF8.self)
  let beginning = String(text.prefix(40))
  let line = beginning.escapedForDisplay()
  let kind =
    start.pointee == UInt8(ascii: "{") ? "an object " : start.pointee == UInt8(ascii: "[") ? "an array " : ""
  return kind + (length > beginning.utf8.count ? line + "…" : line)
}
