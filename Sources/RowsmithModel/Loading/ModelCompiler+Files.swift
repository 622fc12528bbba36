import Foundation
import RowsmithSchema

extension ModelCompiler {
  /// Compiles the model at a path: a YAML file, or a folder whose `*.yml` and `*.yaml` files are one model.
  ///
  /// A folder is read in the order of its file names, without subfolders and hidden files. The model has the name of the file
  /// or folder (see `name(ofModelAt:)`). A file that cannot be read is reported as a diagnostic.
  public static func load(path: String) -> CompiledModel {
    let name = name(ofModelAt: path)
    switch files(ofModelAt: path) {
    case .failure(let diagnostic):
      return CompiledModel(name: name, schema: nil, api: nil, diagnostics: [diagnostic])
    case .success(let files):
      var sources: [ModelSource] = []
      var diagnostics: [Diagnostic] = []
      for file in files {
        do { sources.append(try source(at: file)) } catch { diagnostics.append(error) }
      }
      var model = compile(sources, name: name, isComplete: diagnostics.isEmpty)
      if !diagnostics.isEmpty {
        model = CompiledModel(
          name: name, schema: nil, api: nil, diagnostics: (diagnostics + model.diagnostics).inOrder)
      }
      model.files = files
      return model
    }
  }

  /// The files of the model at a path, sorted by name.
  public static func files(ofModelAt path: String) -> Result<[String], Diagnostic> {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return .failure(.missingFile(path))
    }
    guard isFolder.boolValue else { return .success([path]) }
    let entries: [String]
    do {
      entries = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      return .failure(.unreadableFile(path, error.localizedDescription))
    }
    let names = entries.filter { $0.first != "." && ($0.hasSuffix(".yml") || $0.hasSuffix(".yaml")) }.sorted()
    if names.isEmpty { return .failure(.folderWithoutModel(path)) }
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    return .success(names.map { "\(folder)/\($0)" })
  }

  /// The name of the model at a path: the name of the file or folder as a Swift type name (`MyShop` for `my-shop.yml`).
  public static func name(ofModelAt path: String) -> String {
    var last = path.split(separator: "/").last.map(String.init) ?? "."
    // The name of a folder that is not in its path.
    if last == "." || last == ".." { last = URL(fileURLWithPath: path).lastPathComponent }
    let stem = [".yml", ".yaml"].first(where: last.hasSuffix).map { String(last.dropLast($0.count)) } ?? last
    return SwiftNames.type(for: stem)
  }

  /// Reads a file of a model, which may be a pipe.
  package static func source(at path: String) throws(Diagnostic) -> ModelSource {
    let data: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      data = try file.readToEnd() ?? Data()
    } catch {
      throw .unreadableFile(path, error.localizedDescription)
    }
    if let text = String(validUTF8: data) { return ModelSource(path: path, text: text) }
    throw notUTF8([UInt8](data), path)
  }

  /// The diagnostic for the first byte that is not valid UTF-8.
  private static func notUTF8(_ bytes: [UInt8], _ path: String) -> Diagnostic {
    var (low, high) = (0, bytes.count)
    // A valid prefix may be followed by up to three bytes of a character that is cut off.
    while low < high {
      let middle = (low + high + 1) / 2
      if (0..<4).contains(where: {
        middle >= $0 && String(validUTF8: bytes.prefix(middle - $0)) != nil
      }) {
        low = middle
      } else {
        high = middle - 1
      }
    }
    while low > 0, String(validUTF8: bytes.prefix(low)) == nil { low -= 1 }
    let place = YAMLSourceLines(String(decoding: bytes.prefix(low), as: UTF8.self)).position(ofByte: low)
    let byte = bytes.indices.contains(low) ? bytes[low] : 0
    return .notUTF8(byte, at: SourceRange(path: path, start: place, end: place))
  }
}
