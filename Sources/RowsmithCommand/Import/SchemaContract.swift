/// What an import does with keys that the model does not mention.
enum SchemaContract: String, CaseIterable, Sendable {
  /// Adds them to the model and the database.
  case evolve
  /// Makes the record invalid.
  case freeze
  /// Counts them.
  case discard
}
