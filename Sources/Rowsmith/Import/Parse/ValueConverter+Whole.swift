import RowsmithSchema

extension ValueConverter {
  /// Reads a value that is not one scalar token: JSON kept as text, an array, or the input of a transform.
  func convertWhole(
    _ scanner: inout JSONScanner, depth: Int, _ context: ConversionContext
  ) throws -> Cell {
    let start = scanner.p
    if start.pointee == UInt8(ascii: "n") {
      try scanner.takeLiteral("null")
      return null(at: start, context)
    }
    if isArray, transform == nil, missingTransform == nil {
      return try convertArray(&scanner, depth: depth, context)
    }
    if let values, transform == nil, missingTransform == nil {
      guard start.pointee == UInt8(ascii: "{") else {
        try scanner.skipValue(depth: depth)
        return noObject(at: start, end: scanner.p, context)
      }
      return try values.read(&scanner, depth: depth, context)
    }
    try scanner.skipValue(depth: depth)
    if let missingTransform { return lacks(missingTransform, at: start, context) }
    if start.distance(to: scanner.p) > ConversionContext.maximumLength { return context.tooLong(at: start) }
    let text = minified(start, to: scanner.p, context.arena)
    guard let transform else { return Cell(text: text.baseAddress ?? zeroLength, count: text.count) }
    do {
      let value = try transform.decode(try JSONValue(parsing: String(decoding: text, as: UTF8.self)))
      return value == .null ? null(at: start, context) : context.arena.cell(value)
    } catch {
      return refused(excerpt(start, to: scanner.p), error, at: start, context)
    }
  }

  /// Converts the key of a JSON object, which is text whatever the value is elsewhere.
  func convert(
    mapKey key: UnsafeBufferPointer<UInt8>, at start: UnsafePointer<UInt8>, _ context: ConversionContext
  ) -> Cell {
    if let missingTransform { return lacks(missingTransform, at: start, context) }
    guard let transform else { return convert(text: key, at: start, context) }
    let text = String(decoding: key, as: UTF8.self)
    var readings: [JSONValue] = [.string(text)]
    // An export puts a number that the app writes in quotes to make it a key.
    if NumberText.isNumber(key) { readings.append(.number(text)) }
    var refusal: (any Error)?
    for json in readings {
      do {
        let value = try transform.decode(json)
        if value != .null { return context.arena.cell(value) }
      } catch {
        refusal = refusal ?? error
      }
    }
    guard let refusal else { return null(at: start, context) }
    let shown = text.count > 40 ? "\(text.prefix(40))…" : text
    return refused("\"\(shown)\"", refusal, at: start, context)
  }

  /// The fault of a value that only the app can read.
  private func lacks(
    _ missing: String, at start: UnsafePointer<UInt8>, _ context: ConversionContext
  ) -> Cell {
    context.fault(
      "the transform '\(missing)' is implemented by the app, and is not available here; import through the generated module",
      at: start, reason: .customization)
  }

  /// The fault of a value that the app's transform refuses.
  private func refused(
    _ found: String, _ error: any Error, at start: UnsafePointer<UInt8>, _ context: ConversionContext
  ) -> Cell {
    context.fault(
      "the transform of '\(attributeName)' refused \(found): \(error)", at: start, reason: .customization)
  }

  /// The cell of a value that should be an object: null for an empty array, if that counts as null, otherwise a fault.
  private func noObject(
    at start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, _ context: ConversionContext
  ) -> Cell {
    guard isEmptyArray(start, to: end) else { return mismatch(at: start, end: end, context) }
    guard context.readsEmptyArrays else {
      return context.fault(
        "expected \(expectation), found an array []", at: start, contradiction: Contradiction(.emptyArray))
    }
    context.emptyParts.append(qualifiedName)
    if isOptional { return .null }
    return context.fault(
      "expected \(expectation), found an array []; '\(attributeName)' is required", at: start,
      reason: .missingValue, isNull: true, contradiction: Contradiction(.null, excerpt: "[]"))
  }

  /// Reads an array of scalars and writes it as JSON in one canonical spelling.
  private func convertArray(
    _ scanner: inout JSONScanner, depth: Int, _ context: ConversionContext
  ) throws -> Cell {
    let start = scanner.p
    guard start.pointee == UInt8(ascii: "[") else {
      try scanner.skipValue(depth: depth)
      return mismatch(at: start, end: scanner.p, context)
    }
    scanner.p += 1
    var output: [UInt8] = [UInt8(ascii: "[")]
    var fault: Cell?
    if scanner.peek() == UInt8(ascii: "]") {
      scanner.p += 1
    } else {
      repeat {
        let item = try convertItem(&scanner, depth: depth + 1, context)
        if item.kind == .fault { fault = fault ?? item }
        if output.count > 1 { output.append(UInt8(ascii: ",")) }
        append(item, to: &output)
      } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
    }
    output.append(UInt8(ascii: "]"))
    if let fault { return fault }
    if output.count > ConversionContext.maximumLength { return context.tooLong(at: start) }
    let bytes = context.arena.copy(output)
    return Cell(text: bytes.baseAddress ?? zeroLength, count: bytes.count)
  }

  private func convertItem(
    _ scanner: inout JSONScanner, depth: Int, _ context: ConversionContext
  ) throws -> Cell {
    let byte = scanner.peek()
    let start = scanner.p
    switch byte {
    case UInt8(ascii: "{") where values != nil:
      return try values?.read(&scanner, depth: depth, context) ?? .null
    case UInt8(ascii: "\"") where type != .json:
      let token = try scanner.readString(expected: "a string")
      let (text, fault) = context.text(token)
      if let fault { return fault }
      if builtIn == .emptyToNull, text.isEmpty {
        // A list holds no null, whether it may be null itself or not.
        return context.fault(
          "expected \(expectation), found \"\", of which 'emptyToNull' makes null", at: start)
      }
      return convert(text: text, at: token.start - 1, context)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return convert(number: try scanner.readNumber(), context)
    case UInt8(ascii: "t"):
      try scanner.takeLiteral("true")
      return convert(bool: true, at: start, context)
    case UInt8(ascii: "f"):
      try scanner.takeLiteral("false")
      return convert(bool: false, at: start, context)
    default:
      try scanner.skipValue(depth: depth)
      return mismatch(at: start, end: scanner.p, isItem: true, context)
    }
  }

  /// The value as JSON, for a member of an object in a list of values.
  func spelled(_ cell: Cell) -> [UInt8] {
    if isWhole { return Array(UnsafeBufferPointer(start: cell.bytes, count: Int(cell.count))) }
    var output: [UInt8] = []
    append(cell, to: &output)
    return output
  }

  /// The JSON as in the document, without insignificant white space.
  func kept(
    _ start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ context: ConversionContext
  ) -> Cell {
    if start.distance(to: end) > ConversionContext.maximumLength { return context.tooLong(at: start) }
    let text = minified(start, to: end, context.arena)
    return Cell(text: text.baseAddress ?? zeroLength, count: text.count)
  }

  /// The same for bytes in the arena.
  func kept(_ text: UnsafeBufferPointer<UInt8>, _ context: ConversionContext) -> Cell {
    guard let start = text.baseAddress else { return .missing }
    return kept(start, to: start + text.count, context)
  }

  private func append(_ item: Cell, to output: inout [UInt8]) {
    switch (item.kind, type) {
    case (.text, .value):
      output += UnsafeBufferPointer(start: item.bytes, count: Int(item.count))
    case (.integer, .bool): output += Array((item.integer == 0 ? "false" : "true").utf8)
    case (.integer, _): output += Array(String(item.integer).utf8)
    case (.real, _): output += Array(String(item.real).utf8)
    case (.text, _):
      JSONString.append(UnsafeBufferPointer(start: item.bytes, count: Int(item.count)), to: &output)
    case (.blob, _):
      let bytes = UnsafeBufferPointer(start: item.bytes, count: Int(item.count))
      var encoded = [UInt8](repeating: 0, count: max(1, Base64.encodedCount(bytes.count)))
      let count = encoded.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { Base64.encode(bytes, into: $0) } ?? 0
      }
      encoded.withUnsafeBufferPointer {
        JSONString.append(UnsafeBufferPointer(rebasing: $0.prefix(count)), to: &output)
      }
    default: output += Array("null".utf8)
    }
  }

  /// The value without the white space between its tokens.
  private func minified(
    _ start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ arena: Arena
  ) -> UnsafeBufferPointer<UInt8> {
    let length = start.distance(to: end)
    let output = arena.allocate(max(1, length))
    var (next, isInString, p) = (0, false, start)
    while p < end {
      let byte = p.pointee
      if isInString {
        if byte == UInt8(ascii: "\\") {
          output[next] = byte
          next += 1
          p += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte <= 0x20 {
        p += 1
        continue
      }
      output[next] = p.pointee
      next += 1
      p += 1
    }
    arena.shrinkLast(by: max(1, length) - next)
    return UnsafeBufferPointer(start: UnsafePointer(output), count: next)
  }
}
