import RowsmithSchema

extension Translator {
  /// The default of a property's parameter: the model's, or `nil` for an optional; none for others.
  func defaultValue(of property: RecordProperty) -> Expression? {
    switch property {
    case .group(let group): group.isOptional ? .source("nil") : nil
    case .reference(let relationship): relationship.isOptional ? .source("nil") : nil
    case .choice(let choice): choice.isRequired ? nil : .source("nil")
    case .attribute(let attribute):
      attribute.defaultValue.flatMap { literal($0, attribute.type) ?? failableLiteral($0, attribute) }
        ?? (attribute.isOptional ? .source("nil") : nil)
    }
  }

  /// A stored value as an expression that may fail, for an optional attribute. A record writes all of its columns, so the
  /// database would not apply the default.
  private func failableLiteral(_ value: StoredValue, _ attribute: Schema.Attribute) -> Expression? {
    guard attribute.isOptional, value != .null else { return nil }
    return .call(type(attribute.type), [.init("storedValue", literal(value))])
  }

  /// A stored value as an expression of the type; `nil` if Swift has no expression that cannot fail, as for a URL. The
  /// parameter of a required attribute has no default then.
  private func literal(_ value: StoredValue, _ type: Schema.AttributeType) -> Expression? {
    switch (type, value) {
    case (.array, .text("[]")): .source("[]")
    case (.scalar(.int), .integer(let value)): .source(String(value))
    case (.scalar(.double), .real(let value)) where value.isFinite: .source(String(value))
    case (.scalar(.double), .integer(let value)): .source(String(value))
    case (.scalar(.bool), .integer(let value)): .source(value == 0 ? "false" : "true")
    case (.scalar(.string), .text(let text)): .string(text)
    case (.scalar(.json), .text(let text)): .call(names.runtime("JSONText"), [.init(nil, .string(text))])
    case (.scalar(.decimal), .text(let text)) where Int32(text) != nil: .source(text)
    case (.scalar(.enumeration(let name)), .text(let text)): enumerationLiteral(text, of: name)
    default: nil
    }
  }

  private func enumerationLiteral(_ text: String, of name: String) -> Expression? {
    guard let cases = caseNames[name] else { return nil }
    guard let caseName = cases[text] else { return .call(".unlisted", [.init(nil, .string(text))]) }
    let member = SwiftName.member(caseName)
    // `.none` of an optional would be nil.
    return .source(member == "none" ? "\(names.model(name)).none" : ".\(member)")
  }
}
