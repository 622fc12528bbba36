extension Schema {
  /// A scalar of a record: one column.
  public struct Attribute: Sendable, Hashable, Codable {
    /// The name of the attribute and of its column: `bandDescription`.
    public var name: String
    /// The type of its values.
    public var type: AttributeType
    /// Whether the column may be NULL.
    public var isOptional: Bool
    /// Where the JSON has the value: the first path that is present and not null; null only if none has a value.
    public var importPaths: [ImportPath]
    /// The key path of the value in produced JSON; `nil` leaves the attribute out.
    public var exportPath: [String]?
    /// How the JSON writes dates, tried in order; the first one is used to produce JSON. Empty unless the
    /// type is `date` or an array of dates.
    public var dateFormats: [DateFormat]
    /// The stored value of a record inserted without one.
    public var defaultValue: StoredValue?
    /// Whether the column has an index.
    public var isIndexed: Bool
    /// Whether no two records may have the same value.
    public var isUnique: Bool
    /// Whether values of another JSON type are converted if nothing is lost.
    public var coerces: Bool
    /// The name of the transform between JSON and value: a built-in one (``BuiltInTransform``) or the app's.
    public var transform: String?
    /// Whether the attribute belongs to the app (`local`): never read from JSON, never produced, and kept by every import.
    @OmittedWhenEmpty public var isLocal: Bool
    /// The name this attribute had in an earlier version of the model.
    public var renamedFrom: String?
    /// The documentation of the model, if any.
    public var doc: String?

    /// Creates an attribute.
    public init(
      name: String, type: AttributeType, isOptional: Bool = false, importPaths: [ImportPath],
      exportPath: [String]?, dateFormats: [DateFormat] = [], defaultValue: StoredValue? = nil,
      isIndexed: Bool = false, isUnique: Bool = false, coerces: Bool = false, transform: String? = nil,
      isLocal: Bool = false, renamedFrom: String? = nil, doc: String? = nil
    ) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.importPaths = importPaths
      self.exportPath = exportPath
      self.dateFormats = dateFormats
      self.defaultValue = defaultValue
      self.isIndexed = isIndexed
      self.isUnique = isUnique
      self.coerces = coerces
      self.transform = transform
      self.isLocal = isLocal
      self.renamedFrom = renamedFrom
      self.doc = doc
    }
  }

  /// The type of an attribute's values.
  public enum AttributeType: Sendable, Hashable {
    /// One value.
    case scalar(ScalarType)
    /// A JSON array of values.
    case array(ScalarType)
  }

  /// The type of one value.
  public enum ScalarType: Sendable, Hashable {
    /// A signed integer of 64 bits.
    case int
    /// An IEEE 754 binary64 number.
    case double
    /// A decimal number, kept exactly.
    case decimal
    /// True or false.
    case bool
    /// Text.
    case string
    /// A point in time, to the millisecond.
    case date
    /// A universally unique identifier (RFC 9562).
    case uuid
    /// A URL (RFC 3986).
    case url
    /// Bytes, written in base64 (RFC 4648, section 4).
    case data
    /// Any JSON value, kept as its source text.
    case json
    /// A value of the named enumeration.
    case enumeration(String)
    /// A value of the named ``ValueType``: in an array of an entity, or inside another value.
    case value(String)
  }
}

/// The transforms that every model can use; the app implements any other name.
public enum BuiltInTransform: String, Sendable, CaseIterable {
  /// Removes white space and line breaks from both ends.
  case trim
  /// Turns text into lower case, without regard to a locale.
  case lowercase
  /// Turns text into upper case, without regard to a locale.
  case uppercase
  /// Joins every run of white space into one space and trims.
  case collapseWhitespace
  /// Reads empty text as null.
  case emptyToNull
}
