import Foundation
import Rowsmith
import RowsmithInference

/// The files that are samples, and how they are read.
struct SampleFiles {
  var sources: [JSONSource]
  /// What the samples are called: the name of the first file.
  let name: String

  init(_ files: [String], _ interruption: Interruption) {
    sources = files.map { file in
      guard file == "-" else { return .file(file) }
      return StandardInput.source(interruption, keeping: DocumentBeginning(of: file)).named("<stdin>")
    }
    let first = files.first { $0 != "-" }
    name = first.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent } ?? "records"
  }

  /// Makes a model of the samples; what is wrong with them is reported.
  func infer(_ options: Inference.Options, _ terminal: Terminal) throws -> InferredModel {
    do { return try Inference.infer(sources, options) } catch let failure as SampleFailure {
      terminal.report(failure.description)
      throw ReportedFailure()
    }
  }

  /// Looks at the files before anything is read.
  static func check(_ files: [String], _ terminal: Terminal) throws(ReportedFailure) {
    var isMissing = false
    for file in files where file != "-" {
      var isFolder: ObjCBool = false
      if !FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) {
        terminal.report("error: there is no file '\(file)'")
      } else if isFolder.boolValue {
        terminal.report("error: '\(file)' is a folder; name the files in it")
      } else if !FileManager.default.isReadableFile(atPath: file) {
        terminal.report("error: '\(file)' cannot be read: permission denied")
      } else {
        continue
      }
      isMissing = true
    }
    if isMissing { throw ReportedFailure() }
  }
}
