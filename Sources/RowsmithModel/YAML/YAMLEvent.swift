/// A step of reading a YAML document.
struct YAMLEvent {
  /// What was read.
  var kind: Kind
  /// Where.
  var range: SourceRange

  /// The kinds of steps; beginnings and ends come in pairs.
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

  /// What may stand before a value.
  struct Properties {
    /// The name after `&`.
    var anchor: String?
    /// The tag, such as `tag:yaml.org,2002:str` for `!!str`.
    var tag: String?
  }
}
