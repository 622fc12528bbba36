import Foundation
import Rowsmith
import RowsmithGzip
import RowsmithInference

/// The sample files and their sources.
struct SampleFiles {
  var sources: [JSONSource]
  /// The first bytes of each file.
  var beginnings: [DocumentBeginning]
  private let files: [String]
  private let formats: [CSVFormat?]
  /// The name of the samples, from the first file.
  let name: String

  /// Whether they are tables, by their file names.
  let areTables: Bool

  /// - Throws: ``ReportedFailure`` if only some of them are tables.
  init(
    _ files: [String], _ interruption: Interruption, _ terminal: Terminal,
    format: (String) -> CSVFormat? = { ImportFile.format(ofName: $0) }
  ) throws {
    formats = files.map(format)
    areTables = formats.contains { $0 != nil }
    if areTables, formats.contains(where: { $0 == nil }) {
      terminal.report("error: some of the files are tables and others are JSON; give each kind by itself")
      throw ReportedFailure()
    }
    let inputs = files.map { ImportFile($0) }
    (self.files, beginnings) = (files, inputs.map(\.beginning))
    sources = zip(inputs, formats).map { Self.asJSON($0.source(interruption), $1) }
    let first = files.first { $0 != "-" }.map { URL(fileURLWithPath: $0) }
    let plain = first?.pathExtension.lowercased() == "gz" ? first?.deletingPathExtension() : first
    name = plain?.deletingPathExtension().lastPathComponent ?? "records"
  }

  /// A table as JSON, with every field as text; JSON unchanged.
  static func asJSON(_ source: JSONSource, _ format: CSVFormat?) -> JSONSource {
    format.map { source.readingTable($0) } ?? source
  }

  /// Infers a model from the samples. Errors are reported.
  func infer(_ options: Inference.Options, _ terminal: Terminal) throws -> InferredModel {
    var options = options
    options.areTables = areTables
    do { return try Inference.infer(sources, options) } catch let failure as SampleFailure {
      let message = areTables ? TableAdvice.namingOption(failure.description) : failure.description
      terminal.report(otherFormat(failure) ?? message)
      throw ReportedFailure()
    }
  }

  /// The message for a file that is neither JSON nor a table, if it is why inference failed.
  private func otherFormat(_ failure: SampleFailure) -> String? {
    for (index, file) in files.enumerated() where ImportFile(file).name == failure.source {
      let table = formats[index]
      guard let format = OtherFormat(beginnings[index].bytes, isTable: table != nil) else { continue }
      return "\(ImportFile(file).name): error: \(format.message(file: file, table: table))"
    }
    return nil
  }

  /// Checks the files before anything is read.
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
