import Foundation
import PackagePlugin

/// Writes the Swift source of the models into the package, for projects that commit generated code.
@main struct RowsmithGenerate: CommandPlugin {
  private static let usage = """
    usage: swift package --allow-writing-to-package-directory rowsmith-generate [--target NAME]… \
    [--access public|package|internal]

    Writes the Swift source of the models of the package's targets into their folders 'Generated', for those who commit it. \
    A target's model is the YAML in its folder that begins with 'rowsmith: 1', Schemas/<Target>.yml, or the files in \
    Schemas/<Target>/. Without --target: of every target that has a model and not the build plugin.
    """

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    if extractor.extractFlag(named: "help") > 0 || arguments.contains("-h") {
      return print(RowsmithGenerate.usage)
    }
    let names = extractor.extractOption(named: "target")
    let access = extractor.extractOption(named: "access")
    // The tool would answer another level with its own usage, which is not what was called.
    let levels = ["public", "package", "internal"]
    guard extractor.remainingArguments.isEmpty, access.allSatisfy(levels.contains) else {
      throw PluginError.usage(RowsmithGenerate.usage)
    }
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let tool = try context.tool(named: GenerateInvocation.tool).url
    let built = BuildPluginUse(
      root: context.package.directoryURL,
      scratch: context.pluginWorkDirectoryURL.appendingPathComponent("Manifest"))
    var (isDone, left) = (false, String?.none)
    for case let target as any SourceModuleTarget in targets {
      guard
        let location = ModelLocation(
          target: target.name, sources: target.sourceFiles.map(\.url), root: context.package.directoryURL)
      else {
        // A package has targets without a model, but a target given by name should have one.
        if names.isEmpty { continue }
        throw PluginError.noModel(target: target.name)
      }
      // Otherwise the target's records would be declared twice.
      if built.targets.contains(target.name) {
        left = left ?? target.name
        if names.isEmpty { continue }
        throw PluginError.hasBuildPlugin(target: target.name)
      }
      let invocation = GenerateInvocation(
        module: target.moduleName, location: location, root: context.package.directoryURL,
        output: target.directoryURL.appendingPathComponent("Generated"),
        options: access.flatMap { ["--access", $0] })
      try run(tool, invocation, for: target.name)
      isDone = true
    }
    if !isDone, let left { throw PluginError.hasBuildPlugin(target: left) }
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
