import RowsmithSchema

/// Writes the values of several parts in a list as JSON. In the list they are stored in one uniform spelling.
final class ListedValueWriter {
  private struct Member {
    var name: String
    var path: [String]
    var type: Schema.ScalarType
    var isArray: Bool
    var dates: DateSpelling
    /// Writes the member if it is itself a value of several parts.
    var inner: ListedValueWriter?
    /// Whether a missing member is written as null.
    var writesNull: Bool
  }

  /// What is written under a key.
  private indirect enum Place {
    case member(Member)
    /// A member in whose object others are, too.
    case shared(Member, [(key: String, place: Place)])
    case object([(key: String, place: Place)])
    /// A place without a value is null if one with a value follows.
    case array([Place])
  }

  private let top: Place
  private let loss: DateLoss?

  init(_ reader: ValueReader, writesNulls: Bool, loss: DateLoss?) throws {
    self.loss = loss
    let members: [Member] = try reader.attributes.compactMap { attribute, converter in
      guard let path = attribute.exportPath else { return nil }
      return Member(
        name: attribute.name, path: path, type: converter.type, isArray: converter.isArray,
        dates: try DateSpelling(attribute.dateFormats, dates: converter.dates),
        inner: try converter.values.map { try ListedValueWriter($0, writesNulls: writesNulls, loss: loss) },
        writesNull: attribute.isOptional && (writesNulls || attribute.defaultValue != nil))
    }
    top = .object(ListedValueWriter.places(of: members, depth: 0))
  }

  /// The places of members that share the start of their key paths, each key where its first member is. Of members with the
  /// same path, the first keeps the place.
  private static func places(of members: [Member], depth: Int) -> [(key: String, place: Place)] {
    var keys: [String] = []
    var byKey: [String: [Member]] = [:]
    for member in members {
      let key = member.path[depth]
      if byKey[key] == nil { keys.append(key) }
      byKey[key, default: []].append(member)
    }
    return keys.compactMap { key in
      guard let members = byKey[key] else { return nil }
      let inner = places(of: members.filter { $0.path.count > depth + 1 }, depth: depth + 1)
      if let whole = members.first(where: { $0.path.count == depth + 1 }) {
        return (key, inner.isEmpty ? .member(whole) : .shared(whole, inner))
      }
      guard let positions = ExportPlaces.positions(inner.map(\.key)) else { return (key, .object(inner)) }
      return (key, .array(positions.compactMap { position in inner.first { $0.key == position }?.place }))
    }
  }

  /// The value as the JSON has it. Anything but an object is returned unchanged.
  func spelled(_ value: JSONValue) -> JSONValue {
    guard case .object = value else { return value }
    return json(of: value, at: top) ?? .object([])
  }

  /// The JSON of a place; `nil` if it has no value.
  private func json(of value: JSONValue, at place: Place) -> JSONValue? {
    switch place {
    case .member(let member):
      guard let stored = value[member.name], stored != .null else { return member.writesNull ? .null : nil }
      guard member.isArray, case .array(let items) = stored else { return spelled(stored, of: member) }
      return .array(items.map { spelled($0, of: member) })
    case .shared(let member, let places):
      return joined(json(of: value, at: .member(member)), json(of: value, at: .object(places)))
    case .object(let places):
      let members = places.compactMap { key, place in
        json(of: value, at: place).map { JSONValue.Member(key, $0) }
      }
      return members.isEmpty ? nil : .object(members)
    case .array(let places):
      let items = places.map { json(of: value, at: $0) }
      guard let last = items.lastIndex(where: { $0 != nil }) else { return nil }
      return .array(items[...last].map { $0 ?? .null })
    }
  }

  /// A member's JSON with what else is in its object. If the member has no value, nor anything else there, no object is
  /// written, as an import would read one as a value.
  private func joined(_ whole: JSONValue?, _ others: JSONValue?) -> JSONValue? {
    guard let others else { return whole }
    switch whole {
    case nil, .null?: return Self.isNull(others) ? JSONValue.null : others
    case .object(let members)?:
      guard case .object(let more) = others else { return whole }
      return .object(members + more.filter { whole?[$0.key] == nil })
    default: return whole
    }
  }

  /// Whether a place has nothing but nulls.
  private static func isNull(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .object(let members): !members.isEmpty && members.allSatisfy { isNull($0.value) }
    case .array(let items): !items.isEmpty && items.allSatisfy(isNull)
    default: false
    }
  }

  private func spelled(_ value: JSONValue, of member: Member) -> JSONValue {
    if let inner = member.inner { return inner.spelled(value) }
    guard case .string(var text) = value else { return value }
    switch member.type {
    case .decimal: return text.withUTF8(NumberText.isNumber) ? .number(text) : value
    case .date:
      guard let date = text.withUTF8(member.dates.spelled) else { return value }
      if let loss { text.withUTF8 { loss.check($0, spelled: date, by: member.dates) } }
      return date.isNumber ? .number(date.text) : .string(date.text)
    default: return value
    }
  }
}
