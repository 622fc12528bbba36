import Rowsmith

/// A model and imports in sequence: what is tried, and made smaller when it fails.
struct Trial: Sendable, Hashable {
  struct Step: Sendable, Hashable {
    var target: ImportTarget
    /// One document, or the records of a newline-delimited one.
    var documents: [Tree]
    var policy: Schema.MergePolicy?
    var skips = false
    /// Imported a second time at once.
    var repeats = false
    /// Rolled back at the end.
    var isDryRun = false
    /// Treated as if it were large.
    var isLarge = false
    /// The engine gets the document in another order, where that makes no difference by the contract.
    var order: UInt64?
    /// Columns that are the app's own, set in all rows before the import, by table.
    var presets: [String: String] = [:]

    var options: ImportOptions {
      var options = ImportOptions()
      options.policy = policy
      options.onInvalid = skips ? .skip : .fail
      options.isDryRun = isDryRun
      return options
    }

    var text: String { Step.text(documents) }

    static func text(_ documents: [Tree]) -> String { documents.map(\.description).joined(separator: "\n") }
  }

  var schema: Schema
  var steps: [Step]
  /// How the documents contradict themselves that were drawn as well and are not tried, as the contract does not say what
  /// comes of them.
  var leftOut: [Set<Contradiction>] = []
}
