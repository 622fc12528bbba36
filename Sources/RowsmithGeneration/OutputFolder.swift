import Foundation
import RowsmithGenerator

/// The folder of the generated files.
struct OutputFolder {
  var path: String

  /// Writes the files that differ, and deletes those that are not needed. Unchanged files keep their date, so that nothing is
  /// rebuilt.
  ///
  /// - Returns: the names of the files that were written or deleted.
  func write(_ files: [GeneratedFile], includingEmpty: Bool) throws(GenerateError) -> [String] {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: path, reason: error.localizedDescription)
    }
    var changed: [String] = []
    for file in files {
      let url = URL(fileURLWithPath: path).appendingPathComponent(file.name)
      let present = FileManager.default.contents(atPath: url.path)
      let wanted = file.isEmpty && !includingEmpty ? nil : Data(file.text.utf8)
      if present == wanted { continue }
      do {
        if let wanted {
          try wanted.write(to: url, options: .atomic)
        } else {
          try FileManager.default.removeItem(at: url)
        }
      } catch {
        throw .unwritable(path: url.path, reason: error.localizedDescription)
      }
      changed.append(file.name)
    }
    return changed
  }
}
