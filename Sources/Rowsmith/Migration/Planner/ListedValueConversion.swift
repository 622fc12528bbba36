import RowsmithSchema

/// How the items of a list of values are converted to the new form of their type.
struct ListedValueConversion: Sendable, Hashable {
  /// A member of the new form of the type.
  struct Member: Sendable, Hashable {
    var name: String
    /// The former name; `nil` for a new member.
    var former: String?
    /// How its values are converted, unless the member is new.
    var conversion: ValueConversion?
    var isOptional: Bool
    var filling: StoredValue?
    var type: Schema.AttributeType
  }

  var members: [Member]
  /// The members of the old form that have no place in the new one.
  var dropped: [String] = []
}

extension SchemaMatch {
  /// How the values of an old attribute are converted to those of a new one.
  func conversion(from former: Schema.Attribute, to attribute: Schema.Attribute) -> ValueConversion {
    conversion(from: former, to: attribute, depth: 0)
  }

  private func conversion(
    from former: Schema.Attribute, to attribute: Schema.Attribute, depth: Int
  ) -> ValueConversion {
    var conversion = ValueConversion(from: former, to: attribute)
    guard let oldName = former.type.valueName, let newName = attribute.type.valueName,
      former.type.isList == attribute.type.isList, depth < 32, let old = old.valueType(oldName),
      let new = new.valueType(newName)
    else { return conversion }
    guard differ(old, new, depth: 0) else {
      // The name of the type is not stored.
      conversion.from = attribute.type
      return conversion
    }
    let members = new.attributes.map { member in
      let names = [member.renamedFrom, member.name].compactMap(\.self)
      let former = names.lazy.compactMap { name in old.attributes.first { $0.name == name } }.first
      return ListedValueConversion.Member(
        name: member.name, former: former?.name,
        conversion: former.map { self.conversion(from: $0, to: member, depth: depth + 1) },
        isOptional: member.isOptional, filling: member.defaultValue, type: member.type)
    }
    conversion.values = ListedValueConversion(
      members: members,
      dropped: old.attributes.map(\.name).filter { name in !members.contains { $0.former == name } })
    return conversion
  }

  /// Whether values of the two types are stored differently, or some values of the first are not valid in the second.
  private func differ(_ one: Schema.ValueType, _ other: Schema.ValueType, depth: Int) -> Bool {
    guard one.attributes.count == other.attributes.count, depth < 32 else { return true }
    return zip(one.attributes, other.attributes).contains { one, other in
      if one.name != other.name || one.isOptional && !other.isOptional { return true }
      guard let name = one.type.valueName, let otherName = other.type.valueName,
        one.type.isList == other.type.isList, let old = old.valueType(name),
        let new = new.valueType(otherName)
      else { return one.type != other.type }
      return differ(old, new, depth: depth + 1)
    }
  }
}

extension Schema.AttributeType {
  /// The name of the value type of the attribute or of its items.
  fileprivate var valueName: String? {
    switch self {
    case .scalar(.value(let name)), .array(.value(let name)): name
    default: nil
    }
  }

  fileprivate var isList: Bool { if case .array = self { true } else { false } }
}
