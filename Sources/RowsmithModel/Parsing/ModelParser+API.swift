import RowsmithAPI

extension ModelParser {
  /// Reads the section `api`.
  mutating func api(_ node: YAMLNode, at range: SourceRange) -> APIDeclaration {
    var api = APIDeclaration(range: range)
    guard var fields = fields(of: node, in: .api, called: "'api'") else { return api }
    api.baseURL = fields.take("baseURL").flatMap { baseURL($0) }
    api.headers = fields.take("headers").map { headers($0) } ?? []
    api.error = fields.take("error").map { errorPlaces($0) } ?? API.ErrorPlaces()
    api.batch = fields.take("batch").flatMap { batch($0) }
    return api
  }

  private mutating func baseURL(_ node: YAMLNode) -> String? {
    guard let text = name(node, "'baseURL'") else { return nil }
    if BaseURL.isValid(text.value) { return text.value }
    diagnostics.append(.badBaseURL(text.value, at: text.range))
    return nil
  }

  private mutating func headers(_ node: YAMLNode) -> [API.Header] {
    var headers: [API.Header] = []
    for entry in section(node, "'headers'") {
      let key = entry.key
      guard HeaderText.isName(key.value) else {
        diagnostics.append(.badHeaderName(key.value, at: key.range))
        continue
      }
      if headers.contains(where: { $0.name.lowercased() == key.value.lowercased() }) {
        diagnostics.append(.listedTwice(key.value, in: "'headers'", at: key.range))
        continue
      }
      guard let value = name(entry.value, "the header '\(key.value)'") else { continue }
      if HeaderText.isValue(value.value) {
        headers.append(API.Header(key.value, value.value))
      } else {
        diagnostics.append(.badHeaderValue(key.value, at: value.range))
      }
    }
    return headers
  }

  private mutating func errorPlaces(_ node: YAMLNode) -> API.ErrorPlaces {
    guard var fields = fields(of: node, in: .error, called: "'error'") else { return API.ErrorPlaces() }
    return API.ErrorPlaces(
      message: fields.take("message").flatMap { keyPath($0, "'message'")?.value } ?? [],
      code: fields.take("code").flatMap { keyPath($0, "'code'")?.value } ?? [])
  }

  private mutating func batch(_ node: YAMLNode) -> API.BatchEndpoint? {
    guard var fields = fields(of: node, in: .batch, called: "'batch'") else { return nil }
    let limit = fields.take("limit").flatMap { wholeNumber($0, "'limit'", atLeast: 1)?.value }
    guard let node = fields.take("path") else {
      diagnostics.append(.missingPart("path", of: "'batch'", write: "path: batch", at: node.range))
      return nil
    }
    guard let path = path(node, "'path'") else { return nil }
    if let placeholder = path.value.placeholders.first {
      diagnostics.append(.placeholderInBatch(placeholder, at: path.range))
    }
    return limit.map { API.BatchEndpoint(path: "\(path.value)", limit: $0) }
      ?? API.BatchEndpoint(path: "\(path.value)")
  }
}
