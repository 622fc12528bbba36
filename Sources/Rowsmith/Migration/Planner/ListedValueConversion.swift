import RowsmithSchema

/// How the items of a list of values become items of the type as it is now.
struct ListedValueConversion: Sendable, Hashable {
  /// A member of the type as it is now.
  struct Member: Sendable, Hashable {
    var name: String
    /// What it was called; nil where it is new.
    var former: String?
    /// How its values are converted, where it was there.
    var conversion: ValueConversion?
    var isOptional: Bool
    var filling: StoredValue?
    var type: Schema.AttributeType
  }

  var members: [Member]
}

extension SchemaMatch {
  /// How values of an attribute of the old schema become values of one of the new.
  func conversion(from former: Schema.Attribute, to attribute: Schema.Attribute) -> ValueConversion {
    conversion(from: former, to: attribute, depth: 0)
  }

  private func conversion(
    from former: Schema.Attribute, to attribute: Schema.Attribute, depth: Int
  ) -> ValueConversion {
    var conversion = ValueConversion(from: former, to: attribute)
    guard let oldName = former.type.valueName, let newName = attribute.type.valueName,
      former.type.isList == attribute.type.isList, depth < 32, let old = old.valueType(oldName),
      let new = new.valueType(newName), differ(old, new, depth: 0)
    else { return conversion }
    conversion.values = ListedValueConversion(
      members: new.attributes.map { member in
        let names = [member.renamedFrom, member.name].compactMap(\.self)
        let former = names.lazy.compactMap { name in old.attributes.first { $0.name == name } }.first
        return ListedValueConversion.Member(
          name: member.name, former: former?.name,
          conversion: former.map { self.conversion(from: $0, to: member, depth: depth + 1) },
          isOptional: member.isOptional, filling: member.defaultValue, type: member.type)
      })
    return conversion
  }

  /// Whether values of the types are stored otherwise, or some of one may be none of the other.
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
  /// The name of the value type that it is, or a list of.
  fileprivate var valueName: String? {
    switch self {
    case .scalar(.value(let name)), .array(.value(let name)): name
    default: nil
    }
  }

  fileprivate var isList: Bool { if case .array = self { true } else { false } }
}
