/// An event of a YAML parser.
struct YAMLEvent {
  /// The kind of the event.
  var kind: Kind
  /// Its place.
  var range: SourceRange

  /// The kinds of events; beginnings and ends come in pairs.
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(YAMLScalar, Properties)
    case sequenceStart(Properties)
    case sequenceEnd
    case mappingStart(Properties)
    case mappingEnd
  }

  /// The properties before a value.
  struct Properties {
    /// The name after `&`.
    var anchor: String?
    /// The tag, such as `tag:yaml.org,2002:str` for `!!str`.
    var tag: String?
  }
}
