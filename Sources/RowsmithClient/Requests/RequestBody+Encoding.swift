import Foundation
import Rowsmith
import RowsmithSchema

extension RequestBody {
  /// The body as it is sent, and its media type.
  func encoded(under key: String?) throws -> (body: HTTPBody, type: String) {
    switch self {
    case .json(let value):
      let wrapped = key.map { JSONValue.object([.init($0, value)]) } ?? value
      return (.bytes(Array(wrapped.text.utf8)), "application/json")
    case .data(let data, let type): return (.bytes(Array(data)), type)
    case .file(let path, let type): return (.file(path: path), type)
    case .form(let parts): return FormEncoder().encode(parts)
    }
  }
}

/// Writes forms (`multipart/form-data`, RFC 7578).
struct FormEncoder {
  /// The separator of the parts. No part contains it.
  let boundary: String

  init() { boundary = "rowsmith-\(UUID().uuidString)" }

  func encode(_ parts: [FormPart]) -> (body: HTTPBody, type: String) {
    var pieces: [HTTPBody] = []
    for part in parts {
      var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\""
      if let name = part.fileName { head += "; filename=\"\(escaped(name))\"" }
      if let type = part.type ?? (part.fileName == nil ? nil : "application/octet-stream") {
        head += "\r\nContent-Type: \(type.filter { !$0.isNewline })"
      }
      pieces.append(.bytes(Array((head + "\r\n\r\n").utf8)))
      switch part.content {
      case .text(let text): pieces.append(.bytes(Array(text.utf8)))
      case .data(let data): pieces.append(.bytes(Array(data)))
      case .file(let path): pieces.append(.file(path: path))
      }
      pieces.append(.bytes(Array("\r\n".utf8)))
    }
    pieces.append(.bytes(Array("--\(boundary)--\r\n".utf8)))
    return (.parts(pieces), "multipart/form-data; boundary=\(boundary)")
  }

  /// Escapes as browsers do (HTML, "multipart/form-data encoding algorithm").
  private func escaped(_ text: String) -> String {
    text.replacing(scalar: "\"", with: "%22").replacing(scalar: "\r", with: "%0D")
      .replacing(scalar: "\n", with: "%0A")
  }
}
