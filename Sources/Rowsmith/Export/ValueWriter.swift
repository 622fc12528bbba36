import RowsmithSchema

/// Writes the stored values of an attribute as JSON.
final class ValueWriter {
  private let attribute: AttributeMapping
  private let type: Schema.ScalarType
  private let isArray: Bool
  private let dates: DateSpelling
  /// Writes values of several parts, if the attribute is a list of them.
  private let values: ListedValueWriter?
  private let loss: DateLoss?

  /// - Parameters:
  ///   - writesNulls: whether missing members of values are written as null.
  ///   - loss: takes note of dates that are not written in full.
  init(_ attribute: AttributeMapping, writesNulls: Bool = false, loss: DateLoss? = nil) throws {
    self.attribute = attribute
    self.loss = loss
    type = attribute.converter.type
    isArray = attribute.converter.isArray
    dates = try DateSpelling(attribute.schema.dateFormats, dates: attribute.converter.dates)
    values = try attribute.converter.values.map {
      try ListedValueWriter($0, writesNulls: writesNulls, loss: loss)
    }
  }

  /// Whether it may write two values of a column alike.
  var mayWriteAlike: Bool {
    attribute.converter.transform != nil || (type == .date && !isArray && dates.mayLose)
  }

  /// Writes the value of a column, which is not NULL. One of another type, from another program, keeps its type.
  func write(_ row: Row, column: Int, to output: JSONOutput) throws {
    if let transform = attribute.converter.transform {
      do {
        return output.append(try transform.encode(row.storedValue(at: column)).text.utf8)
      } catch {
        throw ExportError(.customization, "the transform of '\(attribute.qualifiedName)' threw: \(error)")
      }
    }
    row.withCell(at: column) { cell in
      switch cell {
      case .integer(let value): write(integer: value, to: output)
      case .real(let value): output.append(JSONValue(value).text.utf8)
      case .text(let text): write(text: text, to: output)
      case .blob(let bytes): write(blob: bytes, to: output)
      case .null: output.append("null")
      }
    }
  }

  private func write(integer: Int64, to output: JSONOutput) {
    if type == .bool, integer == 0 || integer == 1 { return output.append(integer == 1 ? "true" : "false") }
    output.append(String(integer).utf8)
  }

  private func write(blob: UnsafeBufferPointer<UInt8>, to output: JSONOutput) {
    let encoded = [UInt8](unsafeUninitializedCapacity: max(1, Base64.encodedCount(blob.count))) {
      buffer, count in
      count = buffer.baseAddress.map { Base64.encode(blob, into: $0) } ?? 0
    }
    encoded.withUnsafeBufferPointer { output.append(string: $0) }
  }

  private func write(text: UnsafeBufferPointer<UInt8>, to output: JSONOutput) {
    if isArray { return write(array: text, to: output) }
    switch type {
    case .decimal where NumberText.isNumber(text): output.append(text)
    case .json where isJSON(text): output.append(json: text)
    case .date: write(date: text, to: output)
    default: output.append(string: text)
    }
  }

  /// Writes an array. It is stored as JSON; only dates, decimals and values of several parts are respelled.
  private func write(array text: UnsafeBufferPointer<UInt8>, to output: JSONOutput) {
    if let values { return write(values: text, values, to: output) }
    guard type == .date || type == .decimal else {
      return isJSON(text) ? output.append(json: text) : output.append(string: text)
    }
    guard let value = try? JSONValue(parsing: String(decoding: text, as: UTF8.self)),
      case .array(let items) = value
    else { return output.append(string: text) }
    output.append(UInt8(ascii: "["))
    for (index, item) in items.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      if case .string(var text) = item {
        text.withUTF8 { text in
          if type == .decimal, NumberText.isNumber(text) {
            output.append(text)
          } else {
            write(date: text, to: output)
          }
        }
      } else {
        output.append(item.text.utf8)
      }
    }
    output.append(UInt8(ascii: "]"))
  }

  private func write(date text: UnsafeBufferPointer<UInt8>, to output: JSONOutput) {
    guard let date = dates.spelled(text) else { return output.append(string: text) }
    loss?.check(text, spelled: date, by: dates)
    if date.isNumber {
      output.append(date.text.utf8)
    } else {
      output.append(string: date.text)
    }
  }

  private func write(
    values text: UnsafeBufferPointer<UInt8>, _ values: ListedValueWriter, to output: JSONOutput
  ) {
    guard let value = try? JSONValue(parsing: String(decoding: text, as: UTF8.self)),
      case .array(let items) = value
    else { return output.append(string: text) }
    output.append(JSONValue.array(items.map(values.spelled)).text.utf8)
  }

  /// Whether text is one JSON value and may be copied to the output as it is.
  private func isJSON(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if UTF8Text.firstInvalid(text) != nil { return false }
    return JSONScanner.scan(text) { scanner in
      do { try scanner.skipValue(depth: 1) } catch { return false }
      return scanner.isAtEnd()
    }
  }
}
