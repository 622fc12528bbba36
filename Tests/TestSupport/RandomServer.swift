import Rowsmith

/// A server that nobody would write: records of several kinds, in each other anyhow, under keys that collide. What it says of a
/// record is always the same, and every value is found in one place alone, as far as it can be.
package struct RandomServer {
  private var draws: Draws
  private var kinds: [Kind] = []
  private var wrapping: Wrapping = .list
  /// How deep objects are in each other.
  private static let maximumDepth = 4

  /// - Parameter seed: makes the same server again.
  package init(seed: UInt64) {
    draws = Draws(seed: seed)
    let count = 1 + draws.below(4)
    for index in 0..<count { kinds.append(kind(index, of: count)) }
    wrapping = pick(Wrapping.allCases)
    if draws.below(3) == 0 {
      let key = pick(["type", "kind", "__typename", "object"])
      for index in kinds.indices where kinds[index].key != nil {
        kinds[index].members.removeAll { $0.name == key }
        kinds[index].type = (key, "\(kinds[index].name)\(index)")
      }
    }
  }

  /// What records say of which kind they are: a model may keep it as what they are.
  package var types: Set<String> { Set(kinds.compactMap { $0.type?.value }) }

  // MARK: What there is

  /// How the records stand in a document.
  private enum Wrapping: CaseIterable {
    case list, lines, single, wrapped, deep, map, several, mixed, series
  }

  private struct Kind {
    var name: String
    /// The member that tells records apart; nil where nothing does.
    var key: (name: String, form: Form)?
    var members: [Member] = []
    var records = 1
    /// Whether some mentions say less than others.
    var isMentionedInPart = false
    /// The member that says of which kind records are, and what it says; nil where nothing does.
    var type: (key: String, value: String)?
  }

  private struct Member {
    var name: String
    var content: Content
    var isMissing = false
    var isNull = false
  }

  private indirect enum Content {
    case plain(Form)
    case list(Content)
    case group([Member])
    case map([String], Content)
    case one(Int)
    case many(Int)
    case keyed(Int)
    case key(Int)
    case keys(Int)
    /// Records of any kinds.
    case any, anyOf

    /// The kind of the records that it leads to.
    var related: Int? {
      switch self {
      case .one(let kind), .many(let kind), .keyed(let kind), .key(let kind), .keys(let kind): kind
      case .plain, .list, .group, .map, .any, .anyOf: nil
      }
    }
  }

  /// How a value is written.
  private enum Form: CaseIterable {
    case text, word, integer, small, large, decimal, truth, date, day, digits, uuid, address, mixed, bytes,
      seconds
    case anything
  }

  // MARK: The kinds

  private static let names = [
    "user", "post", "Album", "tag", "order_line", "class", "category", "person", "media", "news", "SQL",
    "étude",
  ]
  private static let keyNames = ["id", "_id", "uuid", "ID", "slug", "code", "key", "@id", "url", "name"]
  private static let plainNames = [
    "name", "title", "createdAt", "created_at", "type", "kind", "count", "value", "data", "items", "self",
    "description",
    "hashValue", "class", "a.b", "a", "b", " ", "first name", "first-name", "firstName", "Name", "NAME",
    "$ref", "1",
    "1st", "größe", "emoji🙂", "null", "true", "~", "- x", "# y", "k: v", "rowid", "position", "entity",
    "Type", "url",
    "back\\slash", "quote\"d", "it's", "init", "Any", "Optional", "size", "extra", "meta", "tags",
    "[0]", "*", "@attributes", "x-y", "x_y", "_", "__", "price", "default", "where", "select", "rowsmith",
    "values",
  ]

  private mutating func kind(_ index: Int, of count: Int) -> Kind {
    var kind = Kind(name: pick(Self.names))
    if draws.below(5) > 0 {
      kind.key = (pick(Self.keyNames), pick([.integer, .integer, .text, .uuid, .digits, .address]))
    }
    kind.records = 1 + draws.below(6)
    // What is told apart less surely may be taken for a value, which is as it was said last.
    kind.isMentionedInPart = draws.below(3) == 0 && hasSureKey(kind)
    var used = Set([kind.key?.name].compactMap { $0 })
    for _ in 0..<1 + draws.below(6) {
      let member = self.member(index, of: count, depth: 0)
      if used.insert(member.name).inserted { kind.members.append(member) }
    }
    return kind
  }

  private mutating func member(_ kind: Int, of count: Int, depth: Int) -> Member {
    let content = self.content(of: count, depth: depth)
    var name = pick(Self.plainNames)
    switch content {
    case .one(let other) where draws.below(2) == 0: name = "k\(other)"
    case .many(let other) where draws.below(2) == 0: name = "k\(other)s"
    case .key(let other): name = draws.below(2) == 0 ? "k\(other)_id" : "k\(other)Id"
    case .keys(let other): name = draws.below(2) == 0 ? "k\(other)_ids" : "k\(other)s"
    default: break
    }
    let (isMissing, isNull) = (draws.below(4) == 0, draws.below(6) == 0)
    // Where keys and records say what one relationship leads to, they agree.
    let isRelated = content.related.map { name.hasPrefix("k\($0)") } ?? false
    return Member(name: name, content: content, isMissing: isMissing, isNull: isNull && !isRelated)
  }

  private mutating func content(of count: Int, depth: Int) -> Content {
    switch draws.below(depth < 3 ? 22 : 11) {
    case 0...8: return .plain(pick(Form.allCases))
    case 9: return .key(draws.below(count))
    case 10: return .keys(draws.below(count))
    case 11, 12: return .list(content(of: count, depth: depth + 1))
    case 13, 14:
      var members: [Member] = []
      for _ in 0..<draws.below(4) {
        let member = self.member(0, of: count, depth: depth + 1)
        if !members.contains(where: { $0.name == member.name }) { members.append(member) }
      }
      return .group(members)
    case 15:
      let keys = (0...draws.below(4)).map { _ in
        pick(Self.plainNames + ["2020-01-02", "en", "de", "17", "18"])
      }
      return .map(keys, content(of: count, depth: depth + 1))
    case 16, 17: return .one(draws.below(count))
    case 18: return .many(draws.below(count))
    case 19: return .keyed(draws.below(count))
    case 20: return .any
    default: return .anyOf
    }
  }

  /// Makes another version of the server: some members have other values, are new, or are no longer there.
  package mutating func change() {
    for kind in kinds.indices {
      kinds[kind].records += draws.below(2)
      for member in kinds[kind].members.indices {
        switch draws.below(12) {
        case 0: kinds[kind].members[member].isMissing = true
        case 1: kinds[kind].members[member].isNull = true
        case 2: kinds[kind].members[member].content = .plain(pick(Form.allCases))
        case 3: kinds[kind].members[member].content = .list(kinds[kind].members[member].content)
        default: break
        }
      }
      for _ in 0..<draws.below(3) {
        let new = member(kind, of: kinds.count, depth: 1)
        let isThere = kinds[kind].key?.name == new.name || kinds[kind].type?.key == new.name
        // What differs in capitals and signs alone is another spelling of what is there.
        if !isThere, !kinds[kind].members.contains(where: { Self.letters($0.name) == Self.letters(new.name) })
        {
          kinds[kind].members.append(new)
        }
      }
    }
  }

  private static func letters(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  // MARK: What it answers

  /// The text of a document.
  package mutating func document() -> String {
    let records = (0..<kinds[0].records).map { ($0, self.record(0, $0, depth: 0)) }
    let values = records.map(\.1)
    switch wrapping {
    case .list: return JSONValue.array(values).text
    case .lines: return values.map(\.text).joined(separator: "\n")
    case .single: return values[0].text
    case .wrapped:
      return JSONValue.object([
        .init("page", 1), .init("results", .array(values)), .init("next", "https://example.com/?page=2"),
      ]).text
    case .deep:
      return JSONValue.object([.init("data", .object([.init("a.b", .array(values))]))]).text
    case .map:
      return JSONValue.object(records.map { .init(keyText(0, $0.0), $0.1) }).text
    case .mixed:
      let all = kinds.indices.flatMap { kind in (0..<kinds[kind].records).map { (kind, $0) } }
      return JSONValue.array(all.map { record($0.0, $0.1, depth: 0) }).text
    case .series:
      let form = pick([Form.integer, .decimal, .text, .truth, .day])
      return JSONValue.object(
        (0..<3 + draws.below(5)).map { .init("2020-01-0\(1 + $0)", value(form, 0, $0, "series")) }
      ).text
    case .several:
      return JSONValue.object(
        kinds.indices.map { kind in
          .init(
            "\(kinds[kind].name)\(kind)", .array((0..<kinds[kind].records).map { record(kind, $0, depth: 0) })
          )
        }
      ).text
    }
  }

  /// - Parameter isInValue: whether it stands in a list, group or map that is a value of another record.
  private mutating func record(_ kind: Int, _ number: Int, depth: Int, isInValue: Bool = false) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let key = kinds[kind].key { members.append(.init(key.name, value(key.form, kind, number, "key"))) }
    if let type = kinds[kind].type { members.append(.init(type.key, .string(type.value))) }
    let isPart = kinds[kind].isMentionedInPart && kinds[kind].key != nil && depth > 0 && !isInValue
    for member in kinds[kind].members where !(isPart && draws.below(3) == 0) {
      let place = "k\(kind)r\(number)\(member.name)"
      // Keys and records of one relationship are of the same.
      var related = place
      if let other = member.content.related, member.name.hasPrefix("k\(other)") {
        related = "k\(kind)r\(number)k\(other)\(member.name.hasSuffix("s"))"
      }
      // What a record says of itself is the same at each place; what is in it depends on how deep that is.
      var fixed = Draws(seed: seed(place))
      if member.isMissing, fixed.below(3) == 0 { continue }
      if member.isNull, fixed.below(3) == 0 {
        members.append(.init(member.name, .null))
        continue
      }
      // What is a value is the same at each depth.
      let isValue = isValue(member.content)
      if isInValue, isValue, hasRecords(member.content) { continue }
      let inner = isValue && !isInValue ? Self.maximumDepth - 1 : depth
      if let value = content(member.content, kind, number, related, inner, isInValue || isValue) {
        members.append(.init(member.name, value))
      }
    }
    return .object(members)
  }

  /// - Returns: nil where it would be too deep.
  private mutating func content(
    _ content: Content, _ kind: Int, _ number: Int, _ place: String, _ depth: Int, _ isInValue: Bool
  ) -> JSONValue? {
    var fixed = Draws(seed: seed(place))
    let isDeep = depth >= Self.maximumDepth
    // The literal would be a JSON null.
    let none = JSONValue?.none
    switch content {
    case .plain(let form): return value(form, kind, number, place)
    case .list(let item):
      let items = (0..<fixed.below(4)).map {
        self.content(item, kind, number, "\(place).\($0)", depth + 1, isInValue)
      }
      return items.contains { $0 == nil } ? none : .array(items.compactMap { $0 })
    case .group(let group):
      var members: [JSONValue.Member] = []
      for member in group {
        if member.isMissing, fixed.below(3) == 0 { continue }
        if member.isNull, fixed.below(3) == 0 {
          members.append(.init(member.name, .null))
          continue
        }
        let inner = "\(place).\(member.name)"
        guard let value = self.content(member.content, kind, number, inner, depth + 1, isInValue) else {
          return none
        }
        members.append(.init(member.name, value))
      }
      return .object(members)
    case .map(let keys, let inner):
      var members: [JSONValue.Member] = []
      for key in Set(keys).sorted() where fixed.below(4) > 0 {
        guard let value = self.content(inner, kind, number, "\(place).\(key)", depth + 1, isInValue) else {
          return none
        }
        members.append(.init(key, value))
      }
      return .object(members)
    case .one(let other):
      return isDeep
        ? none : record(other, fixed.below(kinds[other].records), depth: depth + 1, isInValue: isInValue)
    case .many(let other):
      return isDeep
        ? none
        : .array(some(of: other, &fixed).map { record(other, $0, depth: depth + 1, isInValue: isInValue) })
    case .keyed(let other):
      if isDeep { return none }
      return .object(
        some(of: other, &fixed).map {
          .init(keyText(other, $0), record(other, $0, depth: depth + 1, isInValue: isInValue))
        })
    case .any:
      let other = fixed.below(kinds.count)
      return isDeep
        ? none : record(other, fixed.below(kinds[other].records), depth: depth + 1, isInValue: isInValue)
    case .anyOf:
      if isDeep { return none }
      let records = kinds.indices.flatMap { kind in some(of: kind, &fixed).map { (kind, $0) } }
      return .array(records.map { record($0.0, $0.1, depth: depth + 1, isInValue: isInValue) })
    // What may be no key is referred to by nobody.
    case .key(let other):
      return hasSureKey(kinds[other]) ? key(other, fixed.below(kinds[other].records)) : none
    case .keys(let other):
      return hasSureKey(kinds[other]) ? .array(some(of: other, &fixed).map { key(other, $0) }) : none
    }
  }

  /// Whether it holds others, and nothing tells it from others like it.
  private func isValue(_ content: Content) -> Bool {
    switch content {
    case .list, .group, .map, .keyed: true
    case .plain, .key, .keys: false
    case .one(let kind), .many(let kind): !hasSureKey(kinds[kind])
    // Records of several kinds may be taken for values.
    case .any, .anyOf: true
    }
  }

  private func hasSureKey(_ kind: Kind) -> Bool { Self.keyNames.prefix(4).contains(kind.key?.name ?? "") }

  private func hasRecords(_ content: Content) -> Bool {
    switch content {
    case .list(let content), .map(_, let content): hasRecords(content)
    case .group(let members): members.contains { hasRecords($0.content) }
    case .one, .many, .keyed, .any, .anyOf: true
    case .plain, .key, .keys: false
    }
  }

  private func some(of kind: Int, _ draws: inout Draws) -> [Int] {
    (0..<kinds[kind].records).filter { _ in draws.below(2) == 0 }
  }

  private func key(_ kind: Int, _ number: Int) -> JSONValue {
    kinds[kind].key.map { value($0.form, kind, number, "key") } ?? .null
  }

  private func keyText(_ kind: Int, _ number: Int) -> String {
    switch key(kind, number) {
    case .string(let text), .number(let text): text
    default: "\(number)"
    }
  }

  // MARK: Values

  private func seed(_ place: String) -> UInt64 {
    place.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private func value(_ form: Form, _ kind: Int, _ number: Int, _ place: String) -> JSONValue {
    var fixed = Draws(seed: seed(place + "k\(kind)r\(number)"))
    let unique = fixed.below(1 << 30)
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "20\(padded(fixed.below(30)))-\(padded(1 + fixed.below(12)))-\(padded(1 + fixed.below(28)))"
    switch form {
    case .text: return .string("t\(unique)")
    case .word: return .string(["new", "open", "closed"][unique % 3])
    case .integer: return JSONValue(unique)
    case .small: return JSONValue(unique % 5)
    case .large: return .number("90071992547\(unique)\(unique % 1000)")
    case .decimal: return .number("\(unique).\(1 + unique % 97)")
    case .truth: return .bool(unique % 2 == 0)
    case .date: return .string("\(day)T03:04:\(padded(unique % 60))Z")
    case .day: return .string(day)
    case .digits: return .string("\(unique)")
    case .uuid:
      let digits = String(unique | 1 << 31, radix: 16)
      return .string("\(digits)-0000-4000-8000-00000000\(1000 + unique % 9000)")
    case .address: return .string("https://example.com/\(unique)")
    case .mixed: return unique % 2 == 0 ? JSONValue(unique) : .string("t\(unique)")
    case .bytes: return .string("AAEC\(1000 + unique % 9000)")
    case .seconds: return JSONValue(1_500_000_000 + unique % 100_000_000)
    case .anything:
      switch unique % 6 {
      case 0: return JSONValue(unique)
      case 1: return .string("t\(unique)")
      case 2: return .array([JSONValue(unique), .array([.string("t\(unique)")])])
      case 3: return .object([.init("a", JSONValue(unique))])
      case 4: return .array([])
      default: return .bool(true)
      }
    }
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[draws.below(values.count)] }
}
