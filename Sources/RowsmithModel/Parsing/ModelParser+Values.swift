import RowsmithAPI
import RowsmithSchema

// The kinds of values that keys have. Each function reports an error before it returns `nil`.
extension ModelParser {
  /// Free text.
  mutating func text(_ node: YAMLNode, _ what: String) -> Located<String>? {
    if case .text(let text)? = node.scalar?.value { return Located(value: text, range: node.range) }
    diagnostics.append(.wrongKind(what, expected: "text", found: node.kindDescription, at: node.range))
    return nil
  }

  /// A name: any word, including those that YAML reads as a number or truth value, and in a list also `null`.
  mutating func name(_ node: YAMLNode, _ what: String, isInList: Bool = false) -> Located<String>? {
    if let scalar = node.scalar, !scalar.text.isEmpty, isInList || scalar.value != .null {
      return Located(value: scalar.text, range: node.range)
    }
    diagnostics.append(.wrongKind(what, expected: "a name", found: node.kindDescription, at: node.range))
    return nil
  }

  /// `true` or `false`.
  mutating func bool(_ node: YAMLNode, _ what: String) -> Located<Bool>? {
    if case .bool(let value)? = node.scalar?.value { return Located(value: value, range: node.range) }
    diagnostics.append(
      .wrongKind(what, expected: "true or false", found: node.kindDescription, at: node.range))
    return nil
  }

  /// One of a fixed set of words.
  mutating func keyword<Value>(_ node: YAMLNode, _ key: String, _: Value.Type) -> Located<Value>?
  where Value: RawRepresentable<String> & CaseIterable & Sendable {
    guard let word = name(node, "'\(key)'") else { return nil }
    if let value = Value(rawValue: word.value) { return Located(value: value, range: word.range) }
    diagnostics.append(.notOneOf(word.value, key, Value.allCases.map(\.rawValue), at: word.range))
    return nil
  }

  /// A merge policy. An invalid one is read as `Merge`, which causes the fewest further diagnostics; without a policy there
  /// would be a warning to write one.
  mutating func mergePolicy(_ node: YAMLNode) -> Located<Schema.MergePolicy>? {
    keyword(node, "MergePolicy", Schema.MergePolicy.self) ?? Located(value: .merge, range: node.range)
  }

  /// A list of names, at least one.
  mutating func names(_ node: YAMLNode, _ what: String) -> Located<[Located<String>]>? {
    guard let items = node.items else {
      diagnostics.append(
        .wrongKind(what, expected: "a list of names", found: node.kindDescription, at: node.range))
      return nil
    }
    if items.isEmpty { diagnostics.append(.emptyList(what, at: node.range)) }
    var names: [Located<String>] = []
    var seen: Set<String> = []
    for item in items {
      guard let name = name(item, "an item of \(what)", isInList: true) else { continue }
      if seen.insert(name.value).inserted {
        names.append(name)
      } else {
        diagnostics.append(.listedTwice(name.value, in: what, at: name.range))
      }
    }
    return names.isEmpty ? nil : Located(value: names, range: node.range)
  }

  /// One name or a list of names, at least one.
  mutating func nameOrNames(_ node: YAMLNode, _ what: String) -> Located<[Located<String>]>? {
    if node.items != nil { return names(node, what) }
    guard node.entries == nil else {
      let expected = "a name or a list of names"
      diagnostics.append(.wrongKind(what, expected: expected, found: node.kindDescription, at: node.range))
      return nil
    }
    return name(node, what).map { Located(value: [$0], range: node.range) }
  }

  /// Lists of names, such as the columns of several indexes.
  mutating func listsOfNames(_ node: YAMLNode, _ what: String) -> [Located<[Located<String>]>] {
    guard let items = node.items, items.allSatisfy({ $0.items != nil }) else {
      let found = node.items == nil ? node.kindDescription : "a list of names"
      let expected = "a list of lists of names, such as [[name], [band, released]]"
      diagnostics.append(.wrongKind(what, expected: expected, found: found, at: node.range))
      return []
    }
    return items.compactMap { names($0, "an item of \(what)") }
  }

  /// One import path or a list of alternates.
  mutating func importPaths(_ node: YAMLNode, _ key: String) -> Located<[Located<Schema.ImportPath>]>? {
    guard let names = nameOrNames(node, "'\(key)'") else { return nil }
    var paths: [Located<Schema.ImportPath>] = []
    for name in names.value {
      do {
        paths.append(Located(value: try ImportName.path(name.value), range: name.range))
      } catch {
        diagnostics.append(.badPath(name.value, error, at: name.range))
      }
    }
    return paths.isEmpty ? nil : Located(value: paths, range: names.range)
  }

  /// One date format or a list of them.
  mutating func dateFormats(_ node: YAMLNode) -> Located<[DateFormat]>? {
    guard let names = nameOrNames(node, "'DateFormat'") else { return nil }
    var formats: [DateFormat] = []
    for name in names.value {
      do {
        formats.append(try DateFormatName.format(name.value))
      } catch {
        let nearest = Suggestion.nearest(to: name.value, in: DateFormatName.names)
        diagnostics.append(.badDatePattern(name.value, error.problem, suggestion: nearest, at: name.range))
      }
    }
    return formats.isEmpty ? nil : Located(value: formats, range: names.range)
  }
}

extension ModelParser {
  /// A whole number that is at least `least`.
  mutating func wholeNumber(_ node: YAMLNode, _ what: String, atLeast least: Int) -> Located<Int>? {
    if case .integer(let number)? = node.scalar?.value, number >= least, let value = Int(exactly: number) {
      return Located(value: value, range: node.range)
    }
    let expected = "a whole number, \(least) or more"
    diagnostics.append(.wrongKind(what, expected: expected, found: node.kindDescription, at: node.range))
    return nil
  }

  /// A key path.
  mutating func keyPath(_ node: YAMLNode, _ what: String) -> Located<[String]>? {
    guard let text = name(node, what) else { return nil }
    do {
      return Located(value: try ImportName.keys(text.value), range: text.range)
    } catch {
      diagnostics.append(.badPath(text.value, error, at: text.range))
      return nil
    }
  }

  /// A path on a server.
  mutating func path(_ node: YAMLNode, _ what: String) -> Located<PathTemplate>? {
    guard let text = name(node, what) else { return nil }
    guard !text.value.contains("://") else {
      diagnostics.append(.addressAsPath(text.value, at: text.range))
      return nil
    }
    let template = PathTemplate(text.value)
    if let character = PathText.firstForbidden(in: template) {
      diagnostics.append(.badPathCharacter(character, text.value, at: text.range))
      return nil
    }
    return Located(value: template, range: text.range)
  }
}
