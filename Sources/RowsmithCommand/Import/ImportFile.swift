import Foundation
import Rowsmith
import RowsmithGzip

/// A file of an import, or standard input.
struct ImportFile {
  /// The path, as given; `-` is standard input.
  let path: String
  /// The first bytes, inflated.
  let beginning: DocumentBeginning

  init(_ path: String) {
    self.path = path
    beginning = DocumentBeginning(of: path)
  }

  /// The name in messages.
  var name: String { path == "-" ? "<stdin>" : path }

  /// The bytes, inflated if they are gzip.
  func source(_ interruption: Interruption) -> JSONSource {
    let source =
      path == "-" ? StandardInput.source(interruption, keeping: beginning) : JSONSource.file(path)
    return source.named(name).gunzipped()
  }

  /// The format of a table with this name; `nil` for JSON, and for standard input.
  static func format(ofName path: String) -> CSVFormat? {
    var name = path.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    return name.hasSuffix(".csv") ? .csv : name.hasSuffix(".tsv") ? .tsv : nil
  }
}
