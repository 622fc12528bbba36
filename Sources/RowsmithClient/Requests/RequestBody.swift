public import Foundation
public import Rowsmith

/// The body of a request that does not send a record.
public enum RequestBody: Sendable {
  /// JSON.
  case json(JSONValue)
  /// Bytes with a media type, `text/csv`.
  case data(Data, type: String)
  /// A file with a media type, read while it is sent.
  case file(path: String, type: String)
  /// A form with fields and files (`multipart/form-data`, RFC 7578).
  case form([FormPart])
}

/// A part of a form.
public struct FormPart: Sendable {
  /// The content of a part.
  public enum Content: Sendable {
    /// Text.
    case text(String)
    /// Bytes.
    case data(Data)
    /// A file, read while it is sent.
    case file(path: String)
  }

  /// The name of the field.
  public var name: String
  /// The content.
  public var content: Content
  /// The file name sent to the server; `nil` for a field.
  public var fileName: String?
  /// The media type; `nil` for plain text, or `application/octet-stream` for files.
  public var type: String?

  /// Creates a part.
  public init(_ name: String, _ content: Content, fileName: String? = nil, type: String? = nil) {
    self.name = name
    self.content = content
    self.fileName = fileName
    self.type = type
  }

  /// A text field.
  public static func field(_ name: String, _ text: String) -> FormPart { FormPart(name, .text(text)) }

  /// A file, named after the last component of its path.
  public static func file(_ name: String, path: String, type: String? = nil) -> FormPart {
    FormPart(name, .file(path: path), fileName: path.split(separator: "/").last.map(String.init), type: type)
  }

  /// A file, named after the last component of its URL.
  public static func file(_ name: String, url: URL, type: String? = nil) -> FormPart {
    file(name, path: url.filePath, type: type)
  }
}

extension RequestBody {
  /// A file with a media type, read while it is sent.
  public static func file(_ url: URL, type: String) -> RequestBody { .file(path: url.filePath, type: type) }
}
