import RowsmithModel

/// Why inference from samples failed.
struct SampleError: Error {
  /// What was expected, what was found, what to do.
  let description: String

  init(_ description: String) { self.description = description }

  /// The same error with the paths of records as suggestions.
  func proposing(_ paths: [[String]]) -> SampleError {
    if paths.isEmpty { return self }
    let places = paths.prefix(3).map { path in
      path.isEmpty
        ? "without --at"
        : "--at \(ShellWord.quoted(path.map { ImportName.escaped($0) }.joined(separator: ".")))"
    }
    return SampleError(
      "\(description); there are records at other places: try \(places.joined(separator: " or "))")
  }
}
