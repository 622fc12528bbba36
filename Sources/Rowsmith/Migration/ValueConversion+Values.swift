import RowsmithSchema

extension ValueConversion {
  /// The result of converting a stored value.
  enum Outcome: Equatable {
    case value(StoredValue)
    /// The value, without members that the new type does not have.
    case cut(StoredValue)
    /// The new type cannot hold the value.
    case lost
  }

  /// Converts a stored value, if nothing is lost.
  func convert(_ value: StoredValue) -> Outcome {
    if value == .null { return .value(.null) }
    guard let json = json(value).map(spelled) else { return .lost }
    if values != nil {
      guard let text = element(json).map({ StoredValue.text($0.text) }) else { return .lost }
      return drops(json) ? .cut(text) : .value(text)
    }
    let result: StoredValue?
    switch to {
    case .scalar(.json): result = .text(json.text)
    case .scalar(let type):
      if case .array = from, case .array(let items) = json {
        if items.isEmpty { return .value(.null) }
        guard items.count == 1 else { return .lost }
        result = scalar(items[0], type)
      } else {
        result = scalar(json, type)
      }
      if isKey, case .text(let text)? = result {
        return .value(.text(String(ValueConversion.withoutZeros(text))))
      }
    case .array(let type):
      var items = [json]
      if case .array(let found) = json { items = found }
      let converted = items.map { item in scalar(item, type).map { ValueConversion.item($0, type).text } }
      result =
        converted.contains(nil) ? nil : .text("[\(converted.compactMap { $0 }.joined(separator: ","))]")
    }
    return result.map(Outcome.value) ?? .lost
  }

  /// A value inside the JSON of a list, in its new stored form: null for an empty list that becomes one value. `nil` if
  /// the new type cannot hold it.
  private func element(_ json: JSONValue) -> JSONValue? {
    let json = spelled(json)
    switch to {
    case .scalar(.json): return json
    case .scalar(.value): return object(json)
    case .scalar(let type):
      var json = json
      if case .array = from, case .array(let items) = json {
        if items.isEmpty { return .null }
        guard items.count == 1 else { return nil }
        json = items[0]
      }
      return scalar(json, type).map { ValueConversion.item($0, type) }
    case .array(let type):
      var items = [json]
      if case .array(let found) = json { items = found } else if case .value = type { return nil }
      let converted = items.map { item -> JSONValue? in
        if case .value = type { return object(item) }
        return scalar(item, type).map { ValueConversion.item($0, type) }
      }
      return converted.contains(nil) ? nil : .array(converted.compactMap { $0 })
    }
  }

  /// Whether a member that has a value has no place in the new type.
  private func drops(_ json: JSONValue) -> Bool {
    guard let values else { return false }
    switch json {
    case .array(let items): return items.contains(where: drops)
    case .object(let found):
      return found.contains { member in
        member.value != .null
          && (values.dropped.contains(member.key)
            || values.members.contains {
              $0.former == member.key && $0.conversion?.drops(member.value) == true
            })
      }
    default: return false
    }
  }

  private func object(_ json: JSONValue) -> JSONValue? {
    guard case .object = json else { return nil }
    // Without a conversion of its members, the object is valid only if it was of the type before: JSON may be anything.
    guard let values else {
      if from == to { return json }
      return nil
    }
    var members: [JSONValue.Member] = []
    for member in values.members {
      let former = member.former.flatMap { json[$0] } ?? .null
      var value = JSONValue.null
      if former != .null {
        guard let converted = member.conversion?.element(former) else { return nil }
        value = converted
      }
      if value != .null {
        members.append(JSONValue.Member(member.name, value))
      } else if let filling = member.filling, filling != .null, !member.isOptional || member.former == nil {
        members.append(JSONValue.Member(member.name, ValueConversion.filling(filling, member.type)))
      } else if !member.isOptional {
        return nil
      }
    }
    return .object(members)
  }

  /// A default as a member of an object.
  private static func filling(_ value: StoredValue, _ type: Schema.AttributeType) -> JSONValue {
    switch (type, value) {
    case (.array, .text(let text)), (.scalar(.json), .text(let text)):
      (try? JSONValue(parsing: text)) ?? .null
    case (.scalar(let type), _): item(value, type)
    default: .null
    }
  }

  /// The stored value as JSON.
  private func json(_ value: StoredValue) -> JSONValue? {
    switch (from, value) {
    case (.array, .text(let text)), (.scalar(.json), .text(let text)): return try? JSONValue(parsing: text)
    case (.scalar(.bool), .integer(let number)): return .bool(number != 0)
    case (.scalar(.date), .text(let text)) where isNumber(to): return number(ofDate: text)
    case (_, .integer(let number)): return .number(String(number))
    case (_, .real(let number)): return JSONValue(number)
    case (_, .text(let text)): return .string(text)
    case (_, .blob(let bytes)): return .string(ValueConversion.base64(bytes))
    case (_, .null): return .null
    }
  }

  /// Decimal numbers, which are stored as text, as the numbers that they are in JSON, and that dates are read from.
  private func numbered(_ json: JSONValue) -> JSONValue {
    switch json {
    case .array(let items): .array(items.map(numbered))
    case .string(let text): NumberText.isNumber(text) ? .number(text) : json
    default: json
    }
  }

  /// Dates as the JSON spelled them, if they are no longer dates; decimal numbers as numbers, if they become dates or JSON.
  private func spelled(_ json: JSONValue) -> JSONValue {
    switch (from, to) {
    case (.scalar(.decimal), .scalar(.date)), (.scalar(.decimal), .array(.date)),
      (.array(.decimal), .scalar(.date)), (.array(.decimal), .array(.date)),
      (.scalar(.decimal), .scalar(.json)), (.array(.decimal), .scalar(.json)):
      return numbered(json)
    default: break
    }
    if [.scalar(.date), .array(.date)].contains(from), isNumber(to) { return counted(json) }
    guard spellsDates, let (dates, formats) = compiledDates.from else { return json }
    let spelling = DateSpelling(fromDateFormats, compiled: formats, dates: dates)
    // A date that its format cannot spell without loss keeps its stored spelling.
    func spell(_ text: String) -> JSONValue? {
      guard let written = ValueConversion.utf8(text, spelling.spelled) else { return nil }
      let read = ValueConversion.utf8(written.text) {
        written.isNumber ? dates.milliseconds(parsingNumber: $0) : dates.milliseconds(parsing: $0)
      }
      guard read == ValueConversion.utf8(text, CanonicalDate.milliseconds(parsing:)) else { return nil }
      return written.isNumber ? .number(written.text) : .string(written.text)
    }
    func spelled(_ json: JSONValue) -> JSONValue {
      switch json {
      case .array(let items): .array(items.map(spelled))
      case .string(let text): spell(text) ?? json
      default: json
      }
    }
    return spelled(json)
  }

  private func isNumber(_ type: Schema.AttributeType) -> Bool {
    switch type {
    case .scalar(.int), .scalar(.double), .scalar(.decimal), .array(.int), .array(.double), .array(.decimal):
      true
    default: false
    }
  }

  /// Dates as numbers, as the JSON had them.
  private func counted(_ json: JSONValue) -> JSONValue {
    switch json {
    case .array(let items): .array(items.map(counted))
    case .string(let text): number(ofDate: text) ?? json
    default: json
    }
  }

  /// A date as a number, as the JSON had it: seconds, unless its format is milliseconds.
  private func number(ofDate text: String) -> JSONValue? {
    var text = text
    guard let milliseconds = text.withUTF8(CanonicalDate.milliseconds(parsing:)) else { return nil }
    let format = fromDateFormats.contains(.epochMilliseconds) ? DateFormat.epochMilliseconds : .epochSeconds
    return (try? CompiledDateFormat(format)).map { .number($0.string(milliseconds: milliseconds)) }
  }

  private func scalar(_ json: JSONValue, _ type: Schema.ScalarType) -> StoredValue? {
    let text: String
    switch json {
    case .number(let number): text = number
    case .string(let string): text = string
    case .bool(let flag):
      switch type {
      case .bool, .int: return .integer(flag ? 1 : 0)
      case .double: return .real(flag ? 1 : 0)
      case .decimal: return .text(flag ? "1" : "0")
      case .string, .enumeration: return .text(flag ? "true" : "false")
      default: return nil
      }
    case .null: return nil
    case .array, .object:
      return type == .string ? .text(json.text) : nil
    }
    if case .number = json, type == .uuid || type == .url || type == .data { return nil }
    return ValueConversion.utf8(text) { bytes in read(bytes, text, type, isNumber: json.string == nil) }
  }

  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ text: String, _ type: Schema.ScalarType, isNumber: Bool
  ) -> StoredValue? {
    switch type {
    case .string, .enumeration, .json: return .text(text)
    case .value: return nil
    case .int:
      guard case .value(let number) = NumberText.integer(bytes) else { return nil }
      return .integer(number)
    case .double:
      guard let number = NumberText.double(bytes) else { return nil }
      guard let shortest = ValueConversion.decimal(String(number)), let given = ValueConversion.decimal(text),
        ValueConversion.withoutZeros(shortest) == ValueConversion.withoutZeros(given)
      else { return nil }
      return .real(number)
    case .decimal: return ValueConversion.decimal(text).map(StoredValue.text)
    case .bool: return BoolText.value(bytes).map { .integer($0 ? 1 : 0) }
    case .date: return date(bytes, text, isNumber: isNumber)
    case .uuid:
      return ValueConversion.canonical(text, capacity: UUIDText.byteCount) { source, output in
        switch UUIDText.canonicalize(source, into: output) {
        case .alreadyCanonical: .asIs
        case .written: .written(UUIDText.byteCount)
        case .invalid: .invalid
        }
      }.map(StoredValue.text)
    case .url: return URLText.isValid(bytes) ? .text(text) : nil
    case .data:
      guard let count = Base64.decodedCount(bytes) else { return nil }
      var output = [UInt8](repeating: 0, count: max(1, count))
      let isRead = output.withUnsafeMutableBufferPointer { buffer in
        Base64.decode(bytes, into: UnsafeMutableBufferPointer(rebasing: buffer[0..<count])) != nil
      }
      return isRead ? .blob(Array(output.prefix(count))) : nil
    }
  }

  private func date(_ bytes: UnsafeBufferPointer<UInt8>, _ text: String, isNumber: Bool) -> StoredValue? {
    guard let formats = compiledDates.to else { return nil }
    let milliseconds =
      isNumber
      ? formats.milliseconds(parsingNumber: bytes)
      : formats.milliseconds(parsing: bytes) ?? CompiledDateFormat.iso8601.milliseconds(parsing: bytes)
        ?? (formats.writesNumber ? formats.milliseconds(parsingNumber: bytes) : nil)
    guard let milliseconds else { return nil }
    return .text(
      String(unsafeUninitializedCapacity: CanonicalDate.byteCount) { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        CanonicalDate.write(milliseconds: milliseconds, into: start)
        return CanonicalDate.byteCount
      })
  }
}

extension ValueConversion {
  private enum Canonical {
    case asIs
    case written(Int)
    case invalid
  }

  private static func utf8<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8(body)
  }

  private static func canonical(
    _ text: String, capacity: Int,
    _ write: (UnsafeBufferPointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Canonical
  ) -> String? {
    var output = [UInt8](repeating: 0, count: capacity)
    let outcome = utf8(text) { source in
      output.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { write(source, $0) } ?? .invalid
      }
    }
    switch outcome {
    case .asIs: return text
    case .written(let count): return String(decoding: output.prefix(count), as: UTF8.self)
    case .invalid: return nil
    }
  }

  /// The canonical spelling of a decimal number.
  private static func decimal(_ text: String) -> String? {
    canonical(text, capacity: DecimalText.maximumByteCount) { source, output in
      switch DecimalText.canonicalize(source, into: output) {
      case .alreadyCanonical: .asIs
      case .written(let count): .written(count)
      case .refused: .invalid
      }
    }
  }

  /// Removes the zeros at the end of a fraction.
  private static func withoutZeros(_ decimal: String) -> Substring {
    guard decimal.contains("."), !decimal.contains("e"), !decimal.contains("E") else { return decimal[...] }
    var digits = decimal[...]
    while digits.last == "0" { digits.removeLast() }
    return digits.last == "." ? digits.dropLast() : digits
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    var output = [UInt8](repeating: 0, count: max(1, Base64.encodedCount(bytes.count)))
    let count = bytes.withUnsafeBufferPointer { source in
      output.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { Base64.encode(source, into: $0) } ?? 0
      }
    }
    return String(decoding: output.prefix(count), as: UTF8.self)
  }

  /// A stored scalar as an item of a stored array.
  private static func item(_ value: StoredValue, _ type: Schema.ScalarType) -> JSONValue {
    switch value {
    case .integer(let number): type == .bool ? .bool(number != 0) : .number(String(number))
    case .real(let number): .number(String(number))
    case .text(let text): .string(text)
    case .blob(let bytes): .string(base64(bytes))
    case .null: .null
    }
  }
}
