package import Foundation

extension URL {
  /// The path of the file. Of a URL that names no file it is the whole text, so that whoever opens it names it in the error.
  package var filePath: String { isFileURL ? path : absoluteString }
}
