import Foundation
import PackagePlugin

/// Writes the Swift source of the models into the package, for those who commit generated code.
@main struct RowsmithGenerate: CommandPlugin {
  private static let usage = """
    usage: swift package --allow-writing-to-package-directory rowsmith-generate [--target NAME]… \
    [--access public|package|internal]
    """

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let access = extractor.extractOption(named: "access")
    guard extractor.remainingArguments.isEmpty else { throw PluginError.usage(RowsmithGenerate.usage) }
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let tool = try context.tool(named: GenerateInvocation.tool).url
    var isDone = false
    for case let target as any SourceModuleTarget in targets {
      guard
        let location = ModelLocation(
          target: target.name, sources: target.sourceFiles.map(\.url), root: context.package.directoryURL)
      else {
        // A package has targets without a model; one that was asked for by name should have one.
        if names.isEmpty { continue }
        throw PluginError.noModel(target: target.name)
      }
      let invocation = GenerateInvocation(
        module: target.moduleName, location: location, root: context.package.directoryURL,
        output: target.directoryURL.appendingPathComponent("Generated"),
        options: access.flatMap { ["--access", $0] })
      try run(tool, invocation, for: target.name)
      isDone = true
    }
    if !isDone { throw PluginError.noModel(target: context.package.displayName) }
  }

  private func run(_ tool: URL, _ invocation: GenerateInvocation, for target: String) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = invocation.arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw PluginError.failed(target: target) }
    print("\(target): \(invocation.output.path(percentEncoded: false))")
  }
}
