// Errors in the YAML of a file.
extension Diagnostic {
  static func invalidYAML(_ problem: String, context: String?, at range: SourceRange) -> Diagnostic {
    .error("this is not YAML: \(problem)\(context.map { " (\($0))" } ?? "")", at: range)
  }

  static func tabIndentation(at range: SourceRange) -> Diagnostic {
    .error("YAML is indented with spaces; replace this tab", at: range)
  }

  static func unquotedOptionalType(_ type: String, at range: SourceRange) -> Diagnostic {
    .error("a '?' after a bracket needs quotes in YAML; write \"\(type)\"", at: range)
  }

  static func secondDocument(at range: SourceRange) -> Diagnostic {
    .error(
      "a file holds one model; remove this second YAML document or move it to a file of its own", at: range)
  }

  static func nestedTooDeep(_ limit: Int, at range: SourceRange) -> Diagnostic {
    .error("values nest deeper than \(limit) levels; no model needs that", at: range)
  }

  static func tooManyNodes(_ limit: Int, at range: SourceRange) -> Diagnostic {
    .error("the model has more than \(limit) values, counting what aliases repeat", at: range)
  }

  static func unknownAnchor(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("the alias '*\(name)' has no anchor; write '&\(name)' before the value it stands for", at: range)
  }

  static func nulInText(at range: SourceRange) -> Diagnostic {
    .error("the character U+0000 cannot be part of a text that is stored; leave it out", at: range)
  }

  static func tag(_ tag: String, at range: SourceRange) -> Diagnostic {
    let shown = tag.hasPrefix("tag:yaml.org,2002:") ? "!!\(tag.dropFirst("tag:yaml.org,2002:".count))" : tag
    return .error("the tag '\(shown)' means nothing in a model; remove it", at: range)
  }

  static func keyIsNoWord(_ found: String, at range: SourceRange) -> Diagnostic {
    .error("a key must be a word, found \(found)", at: range)
  }

  static func duplicateKey(_ key: String, first: SourceRange, at range: SourceRange) -> Diagnostic {
    .error("the key '\(key)' is given twice; it is already on line \(first.start.line)", at: range)
  }

  static func mergeNeedsMapping(_ found: String, at range: SourceRange) -> Diagnostic {
    .error("'<<' merges a mapping or a list of mappings, found \(found)", at: range)
  }

  static func emptyModel(at range: SourceRange) -> Diagnostic {
    .error("the file is empty; a model begins with 'rowsmith: 1'", at: range)
  }

  static func missingFile(_ path: String) -> Diagnostic {
    path.isEmpty
      ? .error("the path of the model is empty", at: .beginning(of: "''"))
      : .error("there is no such file or folder", at: .beginning(of: path))
  }

  static func unreadableFile(_ path: String, _ reason: String) -> Diagnostic {
    .error("the file cannot be read: \(reason)", at: .beginning(of: path))
  }

  static func notUTF8(_ byte: UInt8, at range: SourceRange) -> Diagnostic {
    .error(
      "expected UTF-8, found the byte 0x\(hexadecimal(byte)); save the file as UTF-8", at: range)
  }

  static func folderWithoutModel(_ path: String) -> Diagnostic {
    .error("the folder holds no file that ends in .yml or .yaml", at: .beginning(of: path))
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0\(digits)" : digits
  }
}
