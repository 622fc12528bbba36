import RowsmithSchema

/// Spells values of several parts as JSON has them, from the one spelling in which a list of them is stored.
final class ListedValueWriter {
  private struct Member {
    var name: String
    var path: [String]
    var type: Schema.ScalarType
    var isArray: Bool
    var dates: DateSpelling
    /// Writes it, where it is a value of several parts itself.
    var inner: ListedValueWriter?
    /// Whether one that is not there is null.
    var writesNull: Bool
  }

  private let members: [Member]

  init(_ reader: ValueReader, writesNulls: Bool) throws {
    members = try reader.attributes.compactMap { attribute, converter in
      guard let path = attribute.exportPath else { return nil }
      return Member(
        name: attribute.name, path: path, type: converter.type, isArray: converter.isArray,
        dates: try DateSpelling(attribute.dateFormats, dates: converter.dates),
        inner: try converter.values.map { try ListedValueWriter($0, writesNulls: writesNulls) },
        writesNull: attribute.isOptional && (writesNulls || attribute.defaultValue != nil))
    }
  }

  /// The value as JSON has it; what is no object as it is.
  func spelled(_ value: JSONValue) -> JSONValue {
    guard case .object = value else { return value }
    var result: [JSONValue.Member] = []
    for member in members {
      guard let stored = value[member.name], stored != .null else {
        if member.writesNull { ListedValueWriter.set(.null, at: member.path[...], in: &result) }
        continue
      }
      var spelled = self.spelled(stored, of: member)
      if member.isArray, case .array(let items) = stored {
        spelled = .array(items.map { self.spelled($0, of: member) })
      }
      ListedValueWriter.set(spelled, at: member.path[...], in: &result)
    }
    return .object(result)
  }

  private func spelled(_ value: JSONValue, of member: Member) -> JSONValue {
    if let inner = member.inner { return inner.spelled(value) }
    guard case .string(var text) = value else { return value }
    switch member.type {
    case .decimal: return text.withUTF8(NumberText.isNumber) ? .number(text) : value
    case .date:
      guard let date = text.withUTF8(member.dates.spelled) else { return value }
      return date.isNumber ? .number(date.text) : .string(date.text)
    default: return value
    }
  }

  private static func set(
    _ value: JSONValue, at path: ArraySlice<String>, in members: inout [JSONValue.Member]
  ) {
    guard let key = path.first else { return }
    let rest = path.dropFirst()
    let position = members.firstIndex { $0.key == key }
    if rest.isEmpty {
      if position == nil { members.append(JSONValue.Member(key, value)) }
      return
    }
    var inner: [JSONValue.Member] = []
    if let position {
      guard case .object(let known) = members[position].value else { return }
      inner = known
    }
    set(value, at: rest, in: &inner)
    if let position {
      members[position].value = .object(inner)
    } else {
      members.append(JSONValue.Member(key, .object(inner)))
    }
  }
}
