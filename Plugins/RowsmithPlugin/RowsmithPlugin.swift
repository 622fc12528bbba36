import Foundation
import PackagePlugin

/// Generates the Swift source of a target's model in every build that needs it.
@main struct RowsmithPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    return try commands(
      tool: context.tool(named: GenerateInvocation.tool).url, target: target.name, module: target.moduleName,
      sources: target.sourceFiles.map(\.url), root: context.package.directoryURL,
      work: context.pluginWorkDirectoryURL)
  }

  private func commands(
    tool: URL, target: String, module: String, sources: [URL], root: URL, work: URL
  ) throws -> [Command] {
    guard let location = ModelLocation(target: target, sources: sources, root: root) else {
      throw PluginError.noModel(target: target)
    }
    let invocation = GenerateInvocation(
      module: module, location: location, root: root, output: work.appendingPathComponent("Rowsmith"),
      options: ["--empty-files"])
    let generate = Command.buildCommand(
      displayName: "Rowsmith: \(target)", executable: tool, arguments: invocation.arguments,
      environment: [:], inputFiles: location.inputs, outputFiles: invocation.outputs)
    guard let folder = location.folder else { return [generate] }
    return [try FolderWatch(folder: folder).command(target: target, work: work), generate]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension RowsmithPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try commands(
        tool: context.tool(named: GenerateInvocation.tool).url, target: target.displayName,
        module: target.product?.name ?? target.displayName, sources: target.inputFiles.map(\.url),
        root: context.xcodeProject.directoryURL, work: context.pluginWorkDirectoryURL)
    }
  }
#endif
