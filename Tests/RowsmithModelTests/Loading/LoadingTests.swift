import Foundation
import RowsmithModel
import RowsmithSchema
import Testing

/// Models on disk.
struct LoadingTests {
  private static let text = "rowsmith: 1\nentities: { A: { attributes: { id: Int } } }\n"

  private func withFolder(_ files: [String: Data], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rowsmith-\(UUID().uuidString)")
    let model = folder.appendingPathComponent("my-bands")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, data) in files {
      let file = model.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    try body(model.path)
  }

  @Test func `a file is a model named after it`() throws {
    try withFolder(["git-hub.yaml": Data(Self.text.utf8)]) { folder in
      let model = ModelCompiler.load(path: "\(folder)/git-hub.yaml")
      #expect(model.diagnostics == [])
      #expect(model.schema?.name == "GitHub")
      #expect(model.files == ["\(folder)/git-hub.yaml"])
    }
  }

  @Test func `a folder is a model of its YAML files, sorted`() throws {
    let files = [
      "b.yml": Data("rowsmith: 1\nentities: { B: { attributes: { id: Int } } }".utf8),
      "a.yaml": Data(Self.text.utf8),
      "notes.txt": Data([0xFF]), ".hidden.yml": Data([0xFF]), "nested/c.yml": Data([0xFF]),
    ]
    try withFolder(files) { folder in
      for path in [folder, "\(folder)/"] {
        let model = ModelCompiler.load(path: path)
        #expect(model.diagnostics == [])
        #expect(model.schema?.entities.map(\.name) == ["A", "B"])
        #expect(model.schema?.name == "MyBands")
        #expect(model.files == ["\(folder)/a.yaml", "\(folder)/b.yml"])
      }
    }
  }

  @Test func `what is not there is said`() throws {
    try withFolder([:]) { folder in
      let missing = ModelCompiler.load(path: "\(folder)/no.yml")
      #expect(
        missing.diagnostics.map(\.description) == [
          "\(folder)/no.yml:1:1: error: there is no such file or folder"
        ])
      #expect(missing.schema == nil && missing.files == [])
      let empty = ModelCompiler.load(path: folder)
      #expect(
        empty.diagnostics.map(\.description)
          == ["\(folder):1:1: error: the folder holds no file that ends in .yml or .yaml"])
    }
  }

  @Test func `a path that is empty, as of a variable that is not set, is said`() {
    let model = ModelCompiler.load(path: "")
    #expect(model.diagnostics.map(\.description) == ["'':1:1: error: the path of the model is empty"])
    #expect(model.schema == nil && model.files == [])
  }

  @Test func `a file that is not UTF-8 says where`() throws {
    var latin = Data("rowsmith: 1\n# gr".utf8)
    latin.append(contentsOf: [0xF6, 0x73])
    let files = [
      "a.yml": latin, "b.yml": Data("é".utf8.dropLast()), "c.yml": Data([0xFF, 0xFE]),
      "d.yml": Data("ok: é€💡".utf8 + [0x80]),
    ]
    try withFolder(files) { folder in
      let found = ModelCompiler.load(path: folder).diagnostics.map {
        $0.description.dropFirst(folder.count + 1)
      }
      let rest = "save the file as UTF-8"
      #expect(
        found == [
          "a.yml:2:5: error: expected UTF-8, found the byte 0xF6; \(rest)",
          "b.yml:1:1: error: expected UTF-8, found the byte 0xC3; \(rest)",
          "c.yml:1:1: error: expected UTF-8, found the byte 0xFF; \(rest)",
          "d.yml:1:8: error: expected UTF-8, found the byte 0x80; \(rest)",
        ])
    }
  }

  @Test func `a file that cannot be read says why`() throws {
    try withFolder(["folder.yml/x": Data()]) { folder in
      let model = ModelCompiler.load(path: folder)
      #expect(model.schema == nil)
      #expect(model.diagnostics.count == 1)
      #expect(
        model.diagnostics[0].description.hasPrefix(
          "\(folder)/folder.yml:1:1: error: the file cannot be read: "))
    }
  }

  @Test func `mistakes are reported beside files that cannot be read`() throws {
    try withFolder(["a.yml": Data([0xFF]), "b.yml": Data("colour: blue".utf8)]) { folder in
      let found = ModelCompiler.load(path: folder).diagnostics
      #expect(found.map { ($0.path as NSString).lastPathComponent } == ["a.yml", "b.yml", "b.yml"])
    }
  }

  @Test func `a byte order mark and Windows line ends are no mistake`() throws {
    let text = "\u{FEFF}" + Self.text.replacing("\n", with: "\r\n")
    try withFolder(["a.yml": Data(text.utf8)]) { folder in
      #expect(ModelCompiler.load(path: folder).diagnostics == [])
    }
  }
}
