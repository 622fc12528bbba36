/// What an import does with keys that its model does not mention.
enum SchemaContract: String, CaseIterable, Sendable {
  /// They are added to the model, and to the database.
  case evolve
  /// They make a record a bad one.
  case freeze
  /// They are counted.
  case discard
}
