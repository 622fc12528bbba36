import Foundation
import PackagePlugin

/// Makes SwiftPM notice when a folder outside the target gains or loses a file.
///
/// SwiftPM keeps its plan, and with it the list of a command's inputs, until something it watches changes. Outside
/// the target it watches the output folders of prebuild commands only. So there is one that does nothing and whose
/// output folder holds a link to the folder.
struct FolderWatch {
  var folder: URL

  func command(target: String, work: URL) throws -> Command {
    let output = work.appendingPathComponent("Watched")
    // What is in an output folder is taken for a resource and copied, unless it is documentation.
    let link = output.appendingPathComponent("Model.docc")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
    return .prebuildCommand(
      displayName: "Rowsmith: files of \(target)", executable: URL(fileURLWithPath: "/usr/bin/true"),
      arguments: [], environment: [:], outputFilesDirectory: output)
  }
}
