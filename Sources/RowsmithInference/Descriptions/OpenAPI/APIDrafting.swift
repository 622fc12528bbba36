import Foundation

/// Makes the `api` section: the address, and the paths of the message and code of errors.
struct APIDrafting {
  private let library: SchemaLibrary

  init(_ library: SchemaLibrary) { self.library = library }

  func entries(_ operations: [Operation]) -> [YAMLEntryDraft] {
    noteSecurity()
    var entries: [YAMLEntryDraft] = []
    if let address = address() { entries.append(YAMLEntryDraft("baseURL", .text(address))) }
    if let places = operations.lazy.compactMap({ $0.failure.flatMap(self.errorPlaces) }).first {
      entries.append(YAMLEntryDraft("error", .inline(places)))
    }
    return entries
  }

  /// The address of the first server, with its variables at their defaults.
  private func address() -> String? {
    let servers = library.root.items("servers")
    guard let server = servers.first, var text = server.value["url"]?.text else { return nil }
    for (name, variable) in server.members("variables") {
      text = text.replacing("{\(name)}", with: variable.value["default"]?.scalarText ?? "")
    }
    while text.hasSuffix("/") { text.removeLast() }
    if servers.count > 1 {
      library.note(
        library.root.place.below("servers"), "of \(servers.count) servers, the first is the 'baseURL'")
    }
    guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased()),
      parts.host?.isEmpty == false, parts.query == nil, parts.fragment == nil, text.allSatisfy(\.isASCII)
    else {
      library.note(server.place, "'\(text)' is not a complete URL; the app sets the 'baseURL'")
      return nil
    }
    return text
  }

  private func noteSecurity() {
    for (name, scheme) in library.root["components"]?.members("securitySchemes") ?? [] {
      let type = scheme.value["scheme"]?.text ?? scheme.value["type"]?.text ?? "a scheme"
      library.note(
        scheme.place, "'\(name)' (\(type)): the app authorises requests; see its protocol of the client")
    }
  }

  /// The paths of an error's message and code.
  private func errorPlaces(_ node: SchemaNode) -> [YAMLEntryDraft]? {
    let facts = library.facts(of: node)
    if let places = places(facts, under: nil) { return places }
    guard let inner = facts.property("error").map({ library.facts(of: $0.schema) }) else { return nil }
    return places(inner, under: "error")
  }

  private func places(_ facts: SchemaFacts, under outer: String?) -> [YAMLEntryDraft]? {
    func path(_ keys: [String], besides taken: String? = nil) -> String? {
      keys.first { key in
        guard key != taken, let property = facts.property(key) else { return false }
        let types = library.facts(of: property.schema).types
        return types == ["string"] || types == ["integer"]
      }
    }
    let messages = [
      "message", "error_description", "errorMessage", "detail", "error_message", "msg", "error", "title",
    ]
    guard let message = path(messages) else { return nil }
    let code = path(["code", "error_code", "errorCode", "error", "type", "status"], besides: message)
    func entry(_ name: String, _ key: String) -> YAMLEntryDraft {
      YAMLEntryDraft(name, .text(outer.map { "\($0).\(key)" } ?? key))
    }
    return [entry("message", message)] + (code.map { [entry("code", $0)] } ?? [])
  }
}
