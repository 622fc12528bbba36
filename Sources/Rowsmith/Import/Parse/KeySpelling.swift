/// Under which keys of the JSON the keys of one relationship's records came.
struct KeySpelling: OptionSet {
  let rawValue: UInt8

  /// Under the relationship's own key, where embedded records stand, too.
  static let ownKey = KeySpelling(rawValue: 1)
  /// Under its foreign key, where nothing but keys stands; `null` is one as well.
  static let foreignKey = KeySpelling(rawValue: 2)
}
