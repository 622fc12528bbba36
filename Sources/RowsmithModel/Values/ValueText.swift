import RowsmithSchema

/// Converts values in a model to their stored form, with the codecs of the import.
enum ValueText {
  /// The problem with a date pattern; `nil` if it is valid.
  static func problem(withDatePattern pattern: String) -> String? {
    do {
      _ = try CompiledDateFormat(.pattern(pattern))
      return nil
    } catch {
      return error.message
    }
  }

  /// A date in its stored form, read in one of the formats, otherwise in ISO 8601.
  ///
  /// - Parameter isNumber: whether the model has a number, of seconds or milliseconds.
  static func date(_ text: String, isNumber: Bool, formats: [DateFormat]) -> String? {
    guard let list = try? CompiledDateFormatList(formats) else { return nil }
    let milliseconds = utf8(text) { utf8 in
      if isNumber { return list.milliseconds(parsingNumber: utf8) }
      return list.milliseconds(parsing: utf8) ?? CompiledDateFormat.iso8601.milliseconds(parsing: utf8)
    }
    guard let milliseconds else { return nil }
    return written(upTo: CanonicalDate.byteCount) { destination in
      CanonicalDate.write(milliseconds: milliseconds, into: destination)
      return CanonicalDate.byteCount
    }
  }

  /// A decimal number in its stored form.
  static func decimal(_ text: String) -> String? {
    var outcome = DecimalText.Outcome.alreadyCanonical
    let result = written(upTo: DecimalText.maximumByteCount) { destination in
      outcome = utf8(text) { DecimalText.canonicalize($0, into: destination) }
      if case .written(let count) = outcome { return count }
      return 0
    }
    return switch outcome {
    case .alreadyCanonical: text
    case .written: result
    case .refused: nil
    }
  }

  /// A UUID in its stored form.
  static func uuid(_ text: String) -> String? {
    var outcome = UUIDText.Outcome.invalid
    let result = written(upTo: UUIDText.byteCount) { destination in
      outcome = utf8(text) { UUIDText.canonicalize($0, into: destination) }
      return outcome == .written ? UUIDText.byteCount : 0
    }
    return switch outcome {
    case .alreadyCanonical: text
    case .written: result
    case .invalid: nil
    }
  }

  /// A URL in its stored form.
  static func url(_ text: String) -> String? { utf8(text) { URLText.isValid($0) } ? text : nil }

  /// The bytes of a base64 text.
  static func bytes(base64 text: String) -> [UInt8]? {
    utf8(text) { utf8 in
      guard let count = Base64.decodedCount(utf8) else { return nil }
      var isValid = false
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        isValid = Base64.decode(utf8, into: buffer) == count
        initialized = isValid ? count : 0
      }
      return isValid ? bytes : nil
    }
  }

  private static func utf8<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8(body)
  }

  private static func written(upTo capacity: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
    String(unsafeUninitializedCapacity: capacity) { buffer in
      buffer.baseAddress.map(body) ?? 0
    }
  }
}
