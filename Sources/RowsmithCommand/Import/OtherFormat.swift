import Foundation
import Rowsmith
import RowsmithInference

/// The format of a document that is neither JSON nor a table, from its first bytes.
enum OtherFormat: Sendable, Hashable {
  /// A format that a program converts to JSON: its name, and the start of the command.
  case convertible(String, with: String)
  case database
  case html
  case xml
  case model

  /// Recognises the format; `nil` for JSON, and for anything unknown.
  ///
  /// The first column of a table may be called `<DATE>`.
  init?(_ bytes: [UInt8], isTable: Bool = false) {
    for (name, command, start) in Self.convertible where bytes.starts(with: start) {
      self = .convertible(name, with: command)
      return
    }
    // Without a byte order mark: JSON begins with an ASCII character.
    if bytes.count > 3, bytes[1] == 0, bytes[2] == 0, (bytes[0] == 0) != (bytes[3] == 0) {
      self = .convertible("UTF-32", with: "iconv -f UTF-32\(bytes[0] == 0 ? "BE" : "LE") -t UTF-8")
      return
    }
    if bytes.count > 3, bytes[0] == 0 || bytes[1] == 0, bytes[0] != bytes[1] {
      self = .convertible("UTF-16", with: "iconv -f UTF-16\(bytes[0] == 0 ? "BE" : "LE") -t UTF-8")
      return
    }
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) {
      self = .database
      return
    }
    let text = String(decoding: bytes.prefix(2048), as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines
    )
    .lowercased()
    if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
      self = .html
    } else if text.hasPrefix(isTable ? "<?xml" : "<") {
      self = .xml
    } else if Self.withoutComments(text).hasPrefix("rowsmith:") {
      self = .model
    } else {
      return nil
    }
  }

  /// The text after the comments of YAML at its beginning.
  private static func withoutComments(_ text: String) -> Substring {
    var rest = text[...]
    while rest.first == "#" || rest.first?.isNewline == true {
      rest = rest.drop { !$0.isNewline }.dropFirst()
    }
    return rest
  }

  private static let convertible: [(name: String, command: String, start: [UInt8])] = [
    ("gzip", "gunzip -c", [0x1F, 0x8B]), ("zstd", "zstd -dc", [0x28, 0xB5, 0x2F, 0xFD]),
    ("xz", "xz -dc", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]), ("bzip2", "bunzip2 -c", Array("BZh".utf8)),
    ("lz4", "lz4 -dc", [0x04, 0x22, 0x4D, 0x18]), ("zip", "unzip -p", Array("PK\u{3}\u{4}".utf8)),
    ("UTF-32", "iconv -f UTF-32 -t UTF-8", [0xFF, 0xFE, 0, 0]),
    ("UTF-32", "iconv -f UTF-32 -t UTF-8", [0, 0, 0xFE, 0xFF]),
    ("UTF-16", "iconv -f UTF-16 -t UTF-8", [0xFF, 0xFE]),
    ("UTF-16", "iconv -f UTF-16 -t UTF-8", [0xFE, 0xFF]),
  ]

  /// What the document is, and what to do. `file` is `-` for standard input, `table` the format of an expected table.
  func message(file: String, table: CSVFormat? = nil) -> String {
    let expected = table == nil ? "JSON" : "a table"
    switch self {
    case .convertible(let name, let command):
      let isStream = file == "-"
      let start = isStream ? "… | \(command)" : "\(command) \(ShellWord.quoted(file))"
      // `unzip` cannot read from a pipe.
      if isStream, name == "zip" { return "this is zip, not \(expected); unpack it first" }
      // The name of the file, which would say that it is a table, is lost.
      let option = table == .csv ? " --csv" : table == .tsv ? " --tsv" : ""
      return "this is \(name), not \(expected) in UTF-8: \(start) | rowsmith import -\(option) …"
    case .database:
      return "this is an SQLite database, not \(expected); name the database to import into with --into"
    case .html:
      return "this is HTML, not \(expected): perhaps an error page of the server"
    case .xml: return "this is XML, not \(expected)"
    case .model: return "this is a model, not \(expected); name it with --model"
    }
  }
}
