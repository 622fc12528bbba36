import CYAML

/// libyaml's parser over a text that is already in memory.
///
/// A class because the parser holds pointers into itself and must be freed once.
final class YAMLEventStream {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let translated: YAMLInput
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let path: String
  private let source: YAMLSourceLines

  /// Starts reading a text. A byte order mark at its beginning is skipped.
  init(_ source: ModelSource) {
    let lines =
      source.text.hasPrefix("\u{FEFF}") ? String(source.text.unicodeScalars.dropFirst()) : source.text
    path = source.path
    self.source = YAMLSourceLines(lines)
    translated = YAMLInput(lines)
    input = .allocate(capacity: translated.bytes.count + 1)
    _ = input.initialize(from: translated.bytes)
    parser = .allocate(capacity: 1)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, translated.bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  /// Reads the next event.
  ///
  /// - Throws: the diagnostic for invalid YAML.
  func next() throws(Diagnostic) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) != 0 else { throw problem() }
    defer { yaml_event_delete(&event) }
    let range = SourceRange(path: path, start: position(event.start_mark), end: position(event.end_mark))
    return YAMLEvent(kind: kind(of: event), range: range)
  }

  private func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
    switch event.type {
    case YAML_STREAM_START_EVENT: return .streamStart
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT: return .alias(Self.text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let value = YAMLScalar(
        text: String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
      return .scalar(value, Self.properties(scalar.anchor, scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      return .sequenceStart(Self.properties(event.data.sequence_start.anchor, event.data.sequence_start.tag))
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      return .mappingStart(Self.properties(event.data.mapping_start.anchor, event.data.mapping_start.tag))
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    default: return .streamEnd
    }
  }

  private func problem() -> Diagnostic {
    let reason = parser.pointee.problem.map { String(cString: $0) } ?? "unreadable"
    if parser.pointee.error == YAML_READER_ERROR {
      // The error's offset is in bytes; the marks still have the scanner's position.
      let place = source.position(ofByte: translated.offset(parser.pointee.problem_offset))
      return .invalidYAML(reason, context: nil, at: SourceRange(path: path, start: place, end: place))
    }
    let place = position(parser.pointee.problem_mark)
    let range = SourceRange(path: path, start: place, end: place)
    let line = source.line(place.line)
    if line.dropFirst(place.column - 1).first == "\t" { return .tabIndentation(at: range) }
    if let quoted = source.unquotedOptionalType(endingAt: place) {
      return .unquotedOptionalType(quoted, at: range)
    }
    let context = parser.pointee.context.map { String(cString: $0) }
    let beginning = position(parser.pointee.context_mark)
    switch context {
    // A colon or a quote is missing where the key or the text begins; libyaml notices it only below, often at the end.
    case "while scanning a simple key", "while scanning a quoted scalar":
      return .invalidYAML(
        reason, context: context, at: SourceRange(path: path, start: beginning, end: beginning))
    case let context? where context.hasPrefix("while parsing a flow") && beginning.line < place.line:
      return .invalidYAML(reason, context: "\(context) that begins on line \(beginning.line)", at: range)
    default:
      return .invalidYAML(reason, context: context, at: range)
    }
  }

  private func position(_ mark: yaml_mark_t) -> SourceRange.Position {
    SourceRange.Position(line: mark.line + 1, column: translated.column(mark.column, at: mark.index) + 1)
  }

  private static func properties(
    _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?
  ) -> YAMLEvent.Properties {
    YAMLEvent.Properties(anchor: text(anchor), tag: text(tag))
  }

  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(decodingCString: $0, as: UTF8.self) }
  }
}
