import Foundation

/// One run of the tool.
struct GenerateInvocation {
  /// The name of the tool's target.
  static let tool = "RowsmithGenerateTool"

  /// The files that the tool writes for any model, equal to `GeneratedFile.names` of RowsmithGenerator.
  static let outputNames = [
    "RowsmithModel.generated.swift", "RowsmithSchema.generated.swift", "RowsmithEnumerations.generated.swift",
    "RowsmithRecords.generated.swift", "RowsmithRecords2.generated.swift", "RowsmithRecords3.generated.swift",
    "RowsmithRecords4.generated.swift", "RowsmithClient.generated.swift",
    "RowsmithSync.generated.swift",
  ]

  var module: String
  var location: ModelLocation
  /// The folder that the header's paths are relative to.
  var root: URL
  var output: URL
  /// Further arguments.
  var options: [String] = []

  var arguments: [String] {
    ["--module", module, "--root", path(root), "--output", path(output)] + options
      + location.candidates.flatMap { ["--candidate", path($0)] } + location.files.map(path)
  }

  var outputs: [URL] { GenerateInvocation.outputNames.map(output.appendingPathComponent) }

  // A percent-encoded path would not be found.
  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
