import Foundation
import PackagePlugin

/// Makes SwiftPM notice when a folder outside the target gains or loses a file.
///
/// SwiftPM keeps its plan, including the inputs of commands, until something it watches changes. Outside the target it watches
/// only the output folders of prebuild commands. So this adds a command that does nothing, whose output folder contains a link
/// to the folder.
struct FolderWatch {
  var folder: URL

  func command(target: String, work: URL) throws -> Command {
    let output = work.appendingPathComponent("Watched")
    // Everything in an output folder is copied as a resource, except documentation.
    let link = output.appendingPathComponent("Model.docc")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
    return .prebuildCommand(
      displayName: "Rowsmith: files of \(target)", executable: URL(fileURLWithPath: "/usr/bin/true"),
      arguments: [], environment: [:], outputFilesDirectory: output)
  }
}
