/// The JSON keys under which a document gives the keys of one relationship's records.
struct KeySpelling: OptionSet {
  let rawValue: UInt8

  /// The relationship's own key, which may also hold embedded records.
  static let ownKey = KeySpelling(rawValue: 1)
  /// Its foreign key, which holds only keys, or null.
  static let foreignKey = KeySpelling(rawValue: 2)
}
