/// The header `Link` (RFC 8288).
enum LinkHeader {
  /// The target of the first link whose relation is `next`; `nil` if there is none.
  static func next(in headers: HTTPHeaders) -> String? {
    for value in headers.values(of: "Link") {
      var rest = Substring(value)
      while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
        let target = rest[rest.index(after: start)..<end]
        rest = rest[rest.index(after: end)...]
        // Of several relations the first counts (section 3.3).
        if let relation = parameters(&rest).first(where: { $0.name == "rel" }), isNext(relation.value) {
          return String(target)
        }
      }
    }
    return nil
  }

  /// Consumes the parameters of a link, up to and including the next comma.
  private static func parameters(_ rest: inout Substring) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    while let first = rest.first, first != "," {
      rest.removeFirst()
      guard first == ";" else { continue }
      rest = rest.drop { $0 == " " || $0 == "\t" }
      let name = rest.prefix { !"=;,".contains($0) }
      rest = rest.dropFirst(name.count)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let key = name.lowercased().filter { $0 != " " && $0 != "\t" }
      if rest.first == "\"" {
        parameters.append((key, quoted(&rest)))
      } else {
        let value = rest.prefix { !";,".contains($0) }
        rest = rest.dropFirst(value.count)
        parameters.append((key, String(value)))
      }
    }
    if !rest.isEmpty { rest.removeFirst() }
    return parameters
  }

  private static func quoted(_ rest: inout Substring) -> String {
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      if character == "\\" {
        if let next = rest.popFirst() { text.append(next) }
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// A relation may be a list of words.
  private static func isNext(_ relations: String) -> Bool {
    relations.lowercased().split { $0 == " " || $0 == "\t" }.contains("next")
  }
}
