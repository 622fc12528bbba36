import Foundation
import Rowsmith
import Testing

@testable import RowsmithCommand

/// The key of an encrypted database. What a program with SQLCipher does with it, Scripts/test-sqlcipher tests.
struct KeyFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func key(_ file: String?, _ environment: [String: String] = [:]) throws -> DatabaseKey? {
    var arguments = ParsedArguments()
    if let file { arguments.values["key-file"] = [file] }
    return try DatabaseKeyArguments.key(arguments, environment: environment, canDecrypt: true)
  }

  @Test
  func `a key is the first line of a file, else what is in the environment, else there is none`() throws {
    let file = try folder.write("open sesame\r\nnot this", to: "key")
    #expect(try key(file, ["ROWSMITH_KEY": "other"]) == .passphrase("open sesame"))
    #expect(try key(nil, ["ROWSMITH_KEY": "other"]) == .passphrase("other"))
    #expect(try key(nil, ["ROWSMITH_KEY": ""]) == nil)
    #expect(try key(nil) == nil)
    let digits = String(repeating: "07", count: 32)
    #expect(try key(nil, ["ROWSMITH_KEY": "x'\(digits)'"]) == .raw(Array(repeating: 7, count: 32)))
  }

  @Test
  func `a byte order mark is part of a key, but not of a password`() throws {
    let file = try folder.write("\u{FEFF}open sesame\r\n", to: "key")
    #expect(try key(file) == .passphrase("\u{FEFF}open sesame"))
    #expect(try ArgumentFile(option: "--password-file", path: file).firstLine() == "open sesame")
  }

  @Test
  func `a key may come through a pipe`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("open sesame\n".utf8))
    try pipe.fileHandleForWriting.close()
    #expect(try key("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)") == .passphrase("open sesame"))
  }

  @Test
  func `a file without a key is wrong usage`() throws {
    let empty = try folder.write("\nkey", to: "empty")
    #expect { try key(empty) } throws: {
      ($0 as? UsageError)?.message.contains("first line of '\(empty)' is empty") == true
    }
    #expect { try key("nowhere") } throws: { ($0 as? UsageError)?.message.contains("cannot be read") == true }
  }

  @Test(arguments: ["import", "export", "fetch", "send", "queue", "sync", "conflicts", "changes", "migrate"])
  func `every command that opens a database takes a key`(name: String) throws {
    let command = try #require(Program.commands.first { $0.name == name })
    #expect(command.options.contains { $0.name == "key-file" })
  }

  #if !SQLCipher
    @Test(arguments: ["--key-file key", ""])
    func `a program without SQLCipher says how to build one with it, and makes no database`(option: String)
      throws
    {
      let model = try SmallModel()
      try model.folder.write("secret sesame\n", to: "key")
      let variable = option.isEmpty ? "ROWSMITH_KEY='secret sesame'" : ""
      let outcome = try RowsmithProcess.shell(
        "echo '{\"name\": \"Can\"}' | \(variable) $R import - --model Small.yml --entity Band --into a.sqlite \(option)",
        in: model.folder)
      #expect(outcome.status == 2)
      #expect(outcome.diagnostics.contains("swift build --product rowsmith --traits SQLCipher"))
      #expect(outcome.diagnostics.contains(option.isEmpty ? "ROWSMITH_KEY is set" : "--key-file is given"))
      #expect(!outcome.diagnostics.contains("sesame") && !model.folder.has("a.sqlite"))
    }
  #endif
}
