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

    var options: ImportOptions {
      var options = ImportOptions()
      options.policy = policy
      options.onInvalid = skips ? .skip : .fail
      options.isDryRun = isDryRun
      return options
    }

    var text: String { documents.map(\.description).joined(separator: "\n") }
  }

  var schema: Schema
  var steps: [Step]
}
