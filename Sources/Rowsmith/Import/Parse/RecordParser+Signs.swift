import RowsmithSchema

extension RecordParser {
  /// Whether an object says that the server has deleted it; the caller's scanner does not move.
  func isDeleted(_ scanner: JSONScanner, entity: EntityMapping, depth: Int) throws -> Bool {
    for sign in entity.deletionSigns {
      var ahead = scanner
      if try find(sign.path[...], &ahead, depth: depth), try holds(sign, of: entity, at: &ahead) {
        return true
      }
    }
    return false
  }

  private func holds(
    _ sign: Schema.DeletionSign, of entity: EntityMapping, at scanner: inout JSONScanner
  ) throws -> Bool {
    let value: StoredValue
    var others: [StoredValue] = []
    switch scanner.peek() {
    case UInt8(ascii: "n"): return false
    case UInt8(ascii: "t"): value = .integer(1)
    case UInt8(ascii: "f"): value = .integer(0)
    case UInt8(ascii: "\""):
      let token = try scanner.readString(expected: "a string")
      let text = context.text(token).bytes
      value = .text(String(decoding: text, as: UTF8.self))
      if readsTables {
        others = scalars(of: text)
        if others.isEmpty, sign.values.isEmpty, isFault(text, at: sign.path, of: entity) { return false }
      }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let token = try scanner.readNumber()
      let text = UnsafeBufferPointer(start: token.start, count: token.count)
      if case .value(let integer) = NumberText.integer(text) {
        value = .integer(integer)
      } else {
        value = .real(NumberText.double(text) ?? .infinity)
      }
    default: return sign.values.isEmpty
    }
    guard sign.values.isEmpty else {
      return sign.values.contains { meant in
        meant.isSameScalar(as: value) || others.contains { meant.isSameScalar(as: $0) }
      }
    }
    return !value.isZeroOrEmpty && !others.contains(where: \.isZeroOrEmpty)
  }

  /// What text in a table says if it is no text: a truth value, as 0 or 1, or a number.
  private func scalars(of text: UnsafeBufferPointer<UInt8>) -> [StoredValue] {
    if let truth = BoolText.value(text) { return [.integer(truth ? 1 : 0)] }
    if case .value(let integer) = NumberText.integer(text) { return [.integer(integer)] }
    return NumberText.double(text).map { [.real($0)] } ?? []
  }

  /// Whether an attribute that is read from the path cannot have the text, which is no truth value and no number. The record
  /// is not deleted then, so that reading the value finds the fault: a spreadsheet may write truth values in its language,
  /// other programs a word for null.
  private func isFault(
    _ text: UnsafeBufferPointer<UInt8>, at path: [String], of entity: EntityMapping
  ) -> Bool {
    let attribute = entity.attributes.first {
      !$0.schema.isLocal && $0.schema.importPaths.contains(.keys(path))
    }
    guard let converter = attribute?.converter, !converter.isWhole, converter.builtIn == nil else {
      return false
    }
    switch converter.type {
    case .bool, .int, .double: return true
    case .date:
      return withRoom(for: CanonicalDate.byteCount) {
        converter.dates.canonicalize(text, into: $0) == .invalid
      }
    case .decimal:
      return withRoom(for: DecimalText.maximumByteCount) {
        if case .refused = DecimalText.canonicalize(text, into: $0) { true } else { false }
      }
    case .uuid:
      return withRoom(for: UUIDText.byteCount) { UUIDText.canonicalize(text, into: $0) == .invalid }
    case .url: return !URLText.isValid(text)
    case .data:
      guard let count = Base64.decodedCount(text) else { return true }
      return withRoom(for: max(1, count)) {
        Base64.decode(text, into: UnsafeMutableBufferPointer(start: $0, count: count)) == nil
      }
    case .string, .enumeration, .json, .value: return false
    }
  }

  /// Runs the body with room for bytes that are not needed after it.
  private func withRoom(for count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Bool) -> Bool {
    let output = context.arena.allocate(count)
    defer { context.arena.shrinkLast(by: count) }
    return body(output)
  }

  /// The entity of an object in a mixed collection; `nil` if its discriminator has no listed value.
  func choose(_ choice: MixedCollection, _ scanner: JSONScanner, depth: Int) throws -> EntityMapping? {
    for path in choice.paths {
      var ahead = scanner
      guard try find(path[...], &ahead, depth: depth), ahead.peek() != UInt8(ascii: "n") else { continue }
      return try discriminatorText(&ahead).flatMap { choice.entities[$0] }
    }
    return nil
  }

  /// The text of a discriminator's value: a string, or an integer or a truth value as it is spelled; `nil` for other
  /// values.
  func discriminatorText(_ scanner: inout JSONScanner) throws -> String? {
    switch scanner.p.pointee {
    case UInt8(ascii: "\""):
      let token = try scanner.readString(expected: "the name of a kind")
      return String(decoding: context.text(token).bytes, as: UTF8.self)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let token = try scanner.readNumber()
      guard token.isInteger else { return nil }
      return String(decoding: UnsafeBufferPointer(start: token.start, count: token.count), as: UTF8.self)
    case UInt8(ascii: "t"):
      try scanner.takeLiteral("true")
      return "true"
    case UInt8(ascii: "f"):
      try scanner.takeLiteral("false")
      return "false"
    default: return nil
    }
  }

  /// Notes an object of a mixed collection that is of no listed entity.
  func noteUnlistedKind(_ choice: MixedCollection, at place: Place) {
    let key = place.mapKey.map { UnsafeBufferPointer(start: $0.start, count: $0.count) }
    let path =
      place.parent < 0 ? rootPath : path(of: place.item, mapKey: key, in: place.link, of: place.parent)
    unlistedKinds.append((choice.name, path.description))
  }

  /// Removes the notes about objects in a value that another value has replaced.
  func forgetUnlistedKinds(in link: Int) {
    let value = path(of: -1, mapKey: nil, in: link, of: Int(links[link].record)).description
    unlistedKinds.removeAll { _, path in
      path.hasPrefix(value) && path.dropFirst(value.count).first.map(".[".contains) ?? true
    }
  }
}

extension StoredValue {
  /// Whether it is zero or empty.
  fileprivate var isZeroOrEmpty: Bool { self == .integer(0) || self == .real(0) || self == .text("") }

  /// Whether both are the same text, or the same number.
  fileprivate func isSameScalar(as other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let one), .real(let other)), (.real(let other), .integer(let one)): Double(one) == other
    default: self == other
    }
  }
}
