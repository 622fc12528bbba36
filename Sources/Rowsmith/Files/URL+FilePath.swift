package import Foundation

extension URL {
  /// The path of a file URL; the whole text of any other URL, so that the error of opening it names it.
  package var filePath: String { isFileURL ? path : absoluteString }
}
