import Foundation
import Rowsmith
import RowsmithGzip

/// A file of an import, or standard input.
struct ImportFile {
  /// As the command was given it; `-` is standard input.
  let path: String
  /// What it begins with, inflated.
  let beginning: DocumentBeginning

  init(_ path: String) {
    self.path = path
    beginning = DocumentBeginning(of: path)
  }

  /// What messages call it.
  var name: String { path == "-" ? "<stdin>" : path }

  /// Its bytes, inflated if they are gzip.
  func source(_ interruption: Interruption) -> JSONSource {
    let source =
      path == "-" ? StandardInput.source(interruption, keeping: beginning) : JSONSource.file(path)
    return source.named(name).gunzipped()
  }

  /// How a table is written that has this name; nil for JSON, and for standard input.
  static func format(ofName path: String) -> CSVFormat? {
    var name = path.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    return CSVFormat.allCases.first { name.hasSuffix(".\($0.rawValue)") }
  }
}
